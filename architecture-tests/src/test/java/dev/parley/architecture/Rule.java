package dev.parley.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.parley.architecture.Conditions.accessNothingThat;
import static dev.parley.architecture.Conditions.accessTo;
import static dev.parley.architecture.Conditions.accessWithoutArgumentsTo;
import static dev.parley.architecture.Conditions.dependOnNothingThat;
import static dev.parley.architecture.Conditions.enterNoMonitor;
import static dev.parley.architecture.Conditions.resideInANullMarkedPackage;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchRule;
import dev.parley.architecture.planted.adapters.memory.BorrowsFromSql;
import dev.parley.architecture.planted.adapters.memory.Scanned;
import dev.parley.architecture.planted.adapters.memory.SpeaksHttp;
import dev.parley.architecture.planted.adapters.memory.SpeaksNats;
import dev.parley.architecture.planted.adapters.memory.SpeaksRedis;
import dev.parley.architecture.planted.adapters.memory.SpeaksSql;
import dev.parley.architecture.planted.adapters.memory.ThingHelper;
import dev.parley.architecture.planted.adapters.memory.ThingImpl;
import dev.parley.architecture.planted.adapters.memory.ThingManager;
import dev.parley.architecture.planted.adapters.memory.ThingUtil;
import dev.parley.architecture.planted.adapters.memory.ThingUtils;
import dev.parley.architecture.planted.log.EntersMonitor;
import dev.parley.architecture.planted.log.HoldsMonitor;
import dev.parley.architecture.planted.log.RollsDice;
import dev.parley.architecture.planted.log.StartsThreads;
import dev.parley.architecture.planted.log.UsesLibraries;
import dev.parley.architecture.planted.log.Waits;
import dev.parley.architecture.planted.log.spi.LeakyPort;
import dev.parley.architecture.planted.unmarked.Unmarked;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.time.temporal.TemporalAccessor;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.springframework.context.annotation.ComponentScan;

/// The rules, each with the classes that were written to break it.
enum Rule {
    NO_CORE_CODE_WAITS(
            "no core code waits: what may block goes through Offload",
            layout -> classes()
                    .that(layout.core())
                    .should(accessNothingThat("waits", Forbidden.WAITING))
                    .andShould(dependOnNothingThat("makes threads wait", Forbidden::isMadeForWaiting)),
            Waits.class),

    NO_CORE_METHOD_IS_SYNCHRONIZED(
            "no core method is synchronized",
            layout -> methods()
                    .that(are(
                            com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(layout.core())))
                    .should()
                    .notHaveModifier(SYNCHRONIZED),
            HoldsMonitor.class),

    NO_CORE_CODE_ENTERS_A_MONITOR(
            "no core code enters a monitor",
            layout -> classes().that(layout.core()).should(enterNoMonitor()),
            EntersMonitor.class),

    NO_CORE_CODE_STARTS_A_THREAD(
            "no core code starts a thread or borrows a shared pool: executors are handed in",
            layout -> classes().that(layout.core()).should(accessNothingThat("starts a thread", Forbidden.THREADS)),
            StartsThreads.class),

    THE_CORE_READS_NO_CLOCK_AND_ROLLS_NO_DICE(
            "the core reads no clock and rolls no dice: both are handed in",
            layout -> classes()
                    .that(layout.core())
                    .should(accessNothingThat("reads a clock or rolls dice", Forbidden.CHANCE)),
            RollsDice.class),

    THE_CORE_KNOWS_NO_TECHNOLOGY(
            "the core knows the JDK's plain parts, JSpecify, Modulith's annotations, SLF4J and itself",
            layout -> classes()
                    .that(layout.core())
                    .should()
                    .onlyDependOnClassesThat(layout.core()
                            .or(resideInAnyPackage(Allowed.IN_PORTS))
                            .or(resideInAnyPackage("java.security..", "java.text..", "org.slf4j.."))),
            UsesLibraries.class),

    PORTS_SPEAK_THE_DOMAINS_LANGUAGE(
            "no Reactor, Netty, Spring, JDBC, JSON or broker type crosses a port",
            layout -> classes()
                    .that(layout.ports())
                    .should()
                    .onlyDependOnClassesThat(layout.core().or(resideInAnyPackage(Allowed.IN_PORTS))),
            LeakyPort.class),

    ADAPTERS_NEVER_USE_EACH_OTHER(
            "adapters never use each other",
            layout -> slices().matching(layout.root() + ".adapters.(*)..")
                    .should()
                    .notDependOnEachOther(),
            BorrowsFromSql.class),

    ONLY_WEB_AND_SERVER_SPEAK_HTTP(
            "only the web adapter and the server speak HTTP",
            layout -> noClasses()
                    .that(are(not(layout.adapter("web").or(layout.server()).or(layout.measuringTools()))))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(
                            "org.springframework.web..",
                            "org.springframework.http..",
                            "org.springframework.security..",
                            "org.springdoc..",
                            "reactor..",
                            "io.netty..")),
            SpeaksHttp.class),

    ONLY_THE_SQL_ADAPTER_SPEAKS_SQL(
            "only the SQL adapter speaks SQL",
            layout -> noClasses()
                    .that(are(not(layout.adapter("sql").or(layout.measuringTools()))))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(
                            "java.sql..",
                            "javax.sql..",
                            "org.jooq..",
                            "org.flywaydb..",
                            "com.zaxxer..",
                            "org.sqlite..",
                            "org.postgresql..")),
            SpeaksSql.class),

    ONLY_ITS_ADAPTER_SPEAKS_TO_NATS(
            "only the NATS adapter speaks to NATS",
            layout -> noClasses()
                    .that(are(not(layout.adapter("nats"))))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage("io.nats..")),
            SpeaksNats.class),

    ONLY_ITS_ADAPTER_SPEAKS_TO_REDIS(
            "only the Redis adapter speaks to Redis",
            layout -> noClasses()
                    .that(are(not(layout.adapter("redis"))))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage("io.lettuce..")),
            SpeaksRedis.class),

    NOTHING_IS_FOUND_BY_SCANNING(
            "nothing is found by scanning: adapters register by auto-configuration",
            layout -> noClasses().that(layout.written()).should().beMetaAnnotatedWith(ComponentScan.class),
            Scanned.class),

    NAMES_SAY_WHAT_A_CLASS_DOES(
            "no class is an Impl, a Manager, a Helper or a Util",
            layout -> noClasses()
                    .that(layout.written())
                    .should()
                    .haveNameMatching(".*(Impl|Manager|Helper|Utils?)(\\$.*)?"),
            ThingImpl.class,
            ThingManager.class,
            ThingHelper.class,
            ThingUtil.class,
            ThingUtils.class),

    EVERY_PACKAGE_IS_NULL_MARKED(
            "every package is null-marked, because the compiler checks no other",
            layout -> classes().that(layout.written()).should(resideInANullMarkedPackage()),
            Unmarked.class);

    private final String sentence;
    private final Function<Layout, ArchRule> rule;
    private final List<Class<?>> planted;

    Rule(String sentence, Function<Layout, ArchRule> rule, Class<?>... planted) {
        this.sentence = sentence;
        this.rule = rule;
        this.planted = List.of(planted);
    }

    ArchRule over(Layout layout) {
        return rule.apply(layout).as(sentence);
    }

    /// Every method and field of these breaks the rule; where there is neither, the class does.
    List<Class<?>> planted() {
        return planted;
    }

    @Override
    public String toString() {
        return sentence;
    }

    private static final class Allowed {

        static final String[] IN_PORTS = {
            "java.io..",
            "java.lang..",
            "java.math..",
            "java.nio..",
            "java.time..",
            "java.util..",
            "org.jspecify.annotations..",
            "org.springframework.modulith..",
        };
    }

    private static final class Forbidden {

        static final Predicate<JavaAccess<?>> WAITING = accessTo(Object.class, "wait", "notify", "notifyAll")
                .or(accessTo(Thread.class, "sleep", "join", "yield", "onSpinWait"))
                .or(accessTo(Future.class, "get", "join"))
                .or(accessTo(CompletableFuture.class, "get", "join"))
                .or(accessTo(ForkJoinTask.class, "get", "join", "invoke", "invokeAll"))
                .or(accessTo(ExecutorService.class, "awaitTermination", "invokeAll", "invokeAny", "close"))
                .or(accessTo(Process.class, "waitFor"));

        static final Predicate<JavaAccess<?>> THREADS = accessTo(Thread.class, "<init>", "start", "run")
                .or(accessTo(Thread.class, "startVirtualThread", "ofVirtual", "ofPlatform"))
                .or(access -> access.getTargetOwner().isEquivalentTo(Executors.class))
                .or(access -> access.getTargetOwner().isAssignableTo(Timer.class))
                .or(accessTo(java.util.concurrent.ForkJoinPool.class, "<init>", "commonPool"))
                .or(accessTo(java.util.concurrent.ThreadPoolExecutor.class, "<init>"))
                .or(accessTo(CompletableFuture.class, "orTimeout", "completeOnTimeout", "delayedExecutor"))
                .or(Forbidden::runsInTheCommonPool)
                .or(accessTo(Collection.class, "parallelStream"))
                .or(accessTo(BaseStream.class, "parallel"))
                .or(accessTo(Stream.class, "parallel"));

        static final Predicate<JavaAccess<?>> CHANCE = accessTo(System.class, "currentTimeMillis", "nanoTime")
                .or(accessTo(TemporalAccessor.class, "now"))
                .or(access -> access.getTargetOwner().isAssignableTo(Clock.class)
                        && (access.getTarget().getName().startsWith("system")
                                || access.getTarget().getName().startsWith("tick")))
                .or(accessTo(InstantSource.class, "system"))
                .or(accessWithoutArgumentsTo(java.util.Date.class, "<init>"))
                .or(accessTo(UUID.class, "randomUUID"))
                .or(accessTo(Math.class, "random"))
                .or(access -> access.getTargetOwner().isAssignableTo(ThreadLocalRandom.class))
                .or(access -> access.getTargetOwner().isAssignableTo(SecureRandom.class))
                .or(accessWithoutArgumentsTo(Random.class, "<init>"))
                .or(accessWithoutArgumentsTo(SplittableRandom.class, "<init>"))
                .or(accessTo(RandomGenerator.class, "getDefault", "of"))
                .or(Forbidden::shufflesByItself);

        static boolean isMadeForWaiting(JavaClass type) {
            return type.isAssignableTo(BlockingQueue.class)
                    || type.getPackageName().startsWith("java.util.concurrent.locks")
                    || List.of(
                                    CountDownLatch.class,
                                    CyclicBarrier.class,
                                    Exchanger.class,
                                    Phaser.class,
                                    Semaphore.class)
                            .stream()
                            .anyMatch(type::isAssignableTo);
        }

        /// The `…Async` methods, unless an executor is among their arguments.
        private static boolean runsInTheCommonPool(JavaAccess<?> access) {
            return access instanceof JavaCodeUnitAccess<?> call
                    && call.getTargetOwner().isAssignableTo(CompletableFuture.class)
                    && call.getTarget().getName().endsWith("Async")
                    && call.getTarget().getRawParameterTypes().stream()
                            .noneMatch(type -> type.isAssignableTo(Executor.class));
        }

        private static boolean shufflesByItself(JavaAccess<?> access) {
            return access instanceof JavaCodeUnitAccess<?> call
                    && call.getTargetOwner().isEquivalentTo(java.util.Collections.class)
                    && call.getTarget().getName().equals("shuffle")
                    && call.getTarget().getRawParameterTypes().size() == 1;
        }
    }
}
