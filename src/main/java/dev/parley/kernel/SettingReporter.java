package dev.parley.kernel;

import java.util.List;

/// Knows the configuration in force, as it may be shown.
@FunctionalInterface
public interface SettingReporter {

    /// One key that has a value.
    ///
    /// @param value secrets masked
    /// @param origin where it was set, in words
    record Shown(String key, String value, String origin) {}

    /// In the same order each time. On any thread, never waits.
    List<Shown> settings();
}
