package dev.parley.simulation;

import dev.parley.kernel.Offload;
import dev.parley.kernel.OffloadFullException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Makes calls at a virtual moment and brings their results at a later one. A node that crashed hears nothing any more;
/// its calls on their way may still happen.
public final class SimulatedOffload implements Offload {

    /// The call waits for something and wants to be made again.
    static final class NotYetException extends Exception {
        private static final long serialVersionUID = 1L;
        private final Duration pause;

        NotYetException(Duration pause) {
            super(null, null, false, false);
            this.pause = pause;
        }
    }

    private static final int LIMIT = 64;

    private final VirtualTime time;
    private final Faults faults;
    private final BooleanSupplier alive;
    private int underWay;

    public SimulatedOffload(VirtualTime time, Faults faults, BooleanSupplier alive) {
        this.time = time;
        this.faults = faults;
        this.alive = alive;
    }

    @Override
    public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
        if (underWay >= LIMIT) {
            time.execute(() -> answer(new Failed<>(new OffloadFullException(LIMIT)), callback));
            return;
        }
        underWay++;
        time.after(faults.oneWay(), () -> arrive(call, callback));
    }

    private <T> void arrive(Callable<T> call, Consumer<Result<T>> callback) {
        if (!alive.getAsBoolean() && faults.coin()) {
            return;
        }
        try {
            leave(new Done<>(call.call()), callback);
        } catch (NotYetException wait) {
            time.after(wait.pause, () -> arrive(call, callback));
        } catch (Exception e) {
            leave(new Failed<>(e), callback);
        }
    }

    private <T> void leave(Result<T> result, Consumer<Result<T>> callback) {
        time.after(faults.oneWay(), () -> {
            underWay--;
            answer(result, callback);
        });
    }

    private <T> void answer(Result<T> result, Consumer<Result<T>> callback) {
        if (alive.getAsBoolean()) {
            callback.accept(result);
        }
    }
}
