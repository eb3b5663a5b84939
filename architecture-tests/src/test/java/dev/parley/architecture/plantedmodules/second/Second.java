package dev.parley.architecture.plantedmodules.second;

import dev.parley.architecture.plantedmodules.first.First;

public class Second {

    First first;
}
