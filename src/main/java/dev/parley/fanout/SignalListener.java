package dev.parley.fanout;

import dev.parley.kernel.Signal;
import java.util.List;

/// Hears what other nodes signal. Called one at a time; must not block.
@FunctionalInterface
public interface SignalListener {

    /// @param signals merged by the node they come from, at most a pass of them
    void heard(Signal.Target to, List<Signal> signals);
}
