package dev.parley.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {

    @Test
    void rangesAndSingleNumbersAreRead() {
        assertThat(Cores.numbers("0-1")).containsExactly(0, 1);
        assertThat(Cores.numbers("3")).containsExactly(3);
        assertThat(Cores.numbers("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
    }

    @Test
    void theServerIsTiedToItsCore() {
        assertThat(new Cores(4, List.of(5)).serverCommand()).containsExactly("taskset", "-c", "4");
    }
}
