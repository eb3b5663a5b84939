package dev.parley.architecture.plantedmodules.lower;

import dev.parley.architecture.plantedmodules.upper.Upper;

public class LooksUp {

    Upper upper;
}
