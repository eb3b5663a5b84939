package dev.parley.contract;

import java.util.List;

/// A broker that a test started and can make fail as a whole. Not for several threads at once.
public interface RunningBroker extends AutoCloseable {

    /// On 127.0.0.1, the same one after a restart.
    int port();

    void killHard();

    /// Also after [#killHard].
    void restart();

    /// It stands still with its connections open, until [#resume].
    void pause();

    void resume();

    /// The channels that the broker itself says somebody listens to, each as often as it says so.
    List<String> channels();

    @Override
    void close();
}
