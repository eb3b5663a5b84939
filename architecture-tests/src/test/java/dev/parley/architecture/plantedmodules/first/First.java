package dev.parley.architecture.plantedmodules.first;

import dev.parley.architecture.plantedmodules.second.Second;

public class First {

    Second second;
}
