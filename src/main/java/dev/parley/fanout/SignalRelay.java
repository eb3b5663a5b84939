package dev.parley.fanout;

import dev.parley.kernel.Signal;
import java.util.List;

/// Takes signals to the other nodes and brings theirs. Nothing is kept: what the bus loses is lost, and all of
/// it is while there is no connection. Any thread; nothing here blocks.
public interface SignalRelay {

    /// Of a node that is alone.
    SignalRelay NONE = new SignalRelay() {
        @Override
        public void start(SignalListener listener) {}

        @Override
        public boolean takes() {
            return false;
        }

        @Override
        public void send(Signal.Target to, List<Signal> signals) {}
    };

    /// Brings what others send from now on; call once.
    void start(SignalListener listener);

    /// Whether it takes more at the moment; what is merged meanwhile goes later.
    boolean takes();

    /// @param signals a pass of them
    void send(Signal.Target to, List<Signal> signals);
}
