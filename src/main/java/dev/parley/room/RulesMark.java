package dev.parley.room;

import dev.parley.kernel.Epoch;

/// What tells whether cached rules are still the room's: its epoch and its counter of rule changes.
public record RulesMark(Epoch epoch, long rules) {}
