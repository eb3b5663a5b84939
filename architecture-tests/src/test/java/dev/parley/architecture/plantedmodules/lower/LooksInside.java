package dev.parley.architecture.plantedmodules.lower;

import dev.parley.architecture.plantedmodules.upper.internal.Hidden;

public class LooksInside {

    Hidden hidden;
}
