package dev.parley.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.parley.contract.RoomLogContract;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/// The contracts are worth something because they find these.
class PlantedFaultsTest {

    static Stream<PlantedFault> faults() {
        return Stream.of(
                        AppendFaults.all(),
                        LimitFaults.all(),
                        TierFaults.all(),
                        ChangeFaults.all(),
                        AttributeFaults.all(),
                        PageFaults.all(),
                        ReadFaults.all(),
                        RetentionFaults.all(),
                        OtherFaults.all())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void theContractNotices(PlantedFault fault) {
        FaultyStores.planted = fault;
        var clauses = new Clauses();
        try {
            LauncherFactory.create().execute(only(fault), clauses);
        } finally {
            FaultyStores.planted = null;
        }
        assertThat(clauses.violated).containsExactly(fault.clause());
    }

    private static LauncherDiscoveryRequest only(PlantedFault fault) {
        PostDiscoveryFilter clause = test -> FilterResult.includedIf(
                method(test.getSource()).map(fault.clause()::equals).orElse(true));
        return request().selectors(group(fault)).filters(clause).build();
    }

    private static DiscoverySelector group(PlantedFault fault) {
        return fault.group().isEmpty()
                ? selectClass(fault.contract())
                : selectNestedClass(
                        List.of(fault.contract().getName()), RoomLogContract.class.getName() + "$" + fault.group());
    }

    private static Optional<String> method(Optional<TestSource> source) {
        return source.filter(org.junit.platform.engine.support.descriptor.MethodSource.class::isInstance)
                .map(it -> ((org.junit.platform.engine.support.descriptor.MethodSource) it).getMethodName());
    }

    /// Collects the clauses that said no; one that merely broke does not count.
    private static final class Clauses implements TestExecutionListener {

        private final Set<String> violated = new TreeSet<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getThrowable().orElse(null) instanceof AssertionError) {
                method(test.getSource()).ifPresent(violated::add);
            }
        }
    }
}
