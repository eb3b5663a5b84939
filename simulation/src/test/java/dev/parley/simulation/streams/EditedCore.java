package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.memory.MemoryStore;
import dev.parley.delivery.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The core with a fault written into its source: the file is edited and compiled aside, and a simulation of
/// its own runs on the outcome. So the fault is the real one, and nothing in the core has to know of it.
final class EditedCore implements AutoCloseable {

    private static final String CORE = "dev/parley/";
    private static final String PACKAGE = CORE + "delivery/";

    private final URLClassLoader loader;

    private EditedCore(URLClassLoader loader) {
        this.loader = loader;
    }

    /// @param work an empty directory
    /// @param type a class of the delivery package, or with its package below the core's
    /// @param was text that is found there exactly once; once the core was rewritten, the same place in its
    ///     new form
    static EditedCore with(Path work, String type, String was, String becomes) {
        try {
            String file = (type.contains("/") ? CORE : PACKAGE) + type + ".java";
            String source = Files.readString(sources().resolve(file));
            assertThat(source.split(Pattern.quote(was), -1))
                    .as("%s has the place for this fault once: plant it anew if the class has changed", type)
                    .hasSize(2);
            Path edited = Files.createDirectories(work.resolve("source"))
                    .resolve(Path.of(file).getFileName());
            Files.writeString(edited, source.replace(was, becomes));
            Path classes = Files.createDirectories(work.resolve("classes"));
            compile(edited, classes);
            return new EditedCore(loader(classes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path sources() {
        Path here = Path.of("").toAbsolutePath();
        while (here != null && !Files.isDirectory(here.resolve("src/main/java").resolve(PACKAGE))) {
            here = here.getParent();
        }
        if (here == null) {
            throw new AssertionError(
                    "the core's sources are not above " + Path.of("").toAbsolutePath());
        }
        return here.resolve("src/main/java");
    }

    private static void compile(Path source, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none", "-nowarn", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(source))
                            .call())
                    .as("the edited source compiles")
                    .isTrue();
        }
    }

    /// Everything of ours once more, the edited classes before the others.
    private static URLClassLoader loader(Path classes) throws IOException {
        List<URL> urls = new ArrayList<>();
        urls.add(classes.toUri().toURL());
        for (Class<?> part : List.of(Streams.class, StreamSimulation.class, MemoryStore.class)) {
            urls.add(part.getProtectionDomain().getCodeSource().getLocation());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), EditedCore.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.startsWith("dev.parley.")) {
                    return super.loadClass(name, resolve);
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    return known == null ? findClass(name) : known;
                }
            }
        };
    }

    /// What the checker says of the run from this seed.
    List<String> violations(long seed) {
        return violations("run", seed);
    }

    /// The same of the run of a fleet.
    List<String> violationsOfAFleet(long seed) {
        return violations("runFleet", seed);
    }

    private List<String> violations(String run, long seed) {
        return violations(StreamSimulation.class, run, seed);
    }

    /// The same of another simulation.
    List<String> violations(Class<?> simulation, String run, long seed) {
        try {
            Object verdict = loader.loadClass(simulation.getName())
                    .getMethod(run, long.class)
                    .invoke(null, seed);
            List<?> violations =
                    (List<?>) verdict.getClass().getMethod("violations").invoke(verdict);
            return violations.stream().map(String::valueOf).toList();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the edited core cannot be run from seed " + seed, e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
