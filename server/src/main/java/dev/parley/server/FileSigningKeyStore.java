package dev.parley.server;

import dev.parley.access.spi.SigningKeyStore;
import dev.parley.access.spi.SigningKeys;
import dev.parley.server.configuration.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The signing keys in a file that only its owner may read: a line for each key, `id secret`, the secret in
/// base64url. The first line signs; a line may be put before it to change the key, and the others stay good until
/// they are removed. It needs no lock of the folder: commands read it while the server runs.
public final class FileSigningKeyStore implements SigningKeyStore, SigningKeys {

    static final String FILE = "signing-keys";

    private static final int SECRET_BYTES = 32;
    private static final Logger log = LoggerFactory.getLogger(FileSigningKeyStore.class);

    private final Path folder;
    private final RandomGenerator random;

    /// @param random unpredictable
    public FileSigningKeyStore(Path folder, RandomGenerator random) {
        this.folder = folder;
        this.random = random;
    }

    @Override
    public List<SigningKey> keys() {
        try {
            Path file = folder.resolve(FILE);
            if (Files.notExists(file)) {
                create(file);
            }
            warnIfOpen(file);
            return parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the signing keys in " + folder + " cannot be read or made", e);
        }
    }

    @Override
    public List<SigningKey> present() {
        return Files.exists(folder.resolve(FILE)) ? keys() : List.of();
    }

    /// For a folder that no server uses.
    @Override
    public void add(List<SigningKey> keys) {
        List<SigningKey> before = present();
        Set<String> ids = before.stream().map(SigningKey::id).collect(Collectors.toSet());
        String lines = Stream.concat(keys.stream().filter(key -> !ids.contains(key.id())), before.stream())
                .map(FileSigningKeyStore::line)
                .collect(Collectors.joining());
        if (!lines.isEmpty()) {
            replace(lines);
        }
    }

    private void replace(String lines) {
        try {
            OwnerOnly.createFolder(folder);
            Path draft = Files.createTempFile(folder, FILE, ".new", OwnerOnly.fileIn(folder));
            write(draft, lines);
            Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("the signing keys in " + folder + " cannot be written", e);
        }
    }

    /// The file appears under its name complete or not at all. Of several that try, the link lets one win.
    private void create(Path file) throws IOException {
        OwnerOnly.createFolder(folder);
        Path draft = Files.createTempFile(folder, FILE, ".new", OwnerOnly.fileIn(folder));
        try {
            write(draft, newLine());
            Files.createLink(file, draft);
            log.info("Made a key to sign tokens with, in {}", file);
        } catch (FileAlreadyExistsException _) {
            log.debug("{} was made by somebody else in the meantime", file);
        } finally {
            Files.delete(draft);
        }
    }

    private static void write(Path file, String text) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private String newLine() {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return line(new SigningKey(Long.toString(random.nextLong(1L << 40), Character.MAX_RADIX), secret));
    }

    private static String line(SigningKey key) {
        return key.id() + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(key.secret()) + "\n";
    }

    private static List<SigningKey> parse(Path file) throws IOException {
        List<SigningKey> keys = Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .filter(line -> !line.isBlank())
                .map(line -> key(file, line))
                .toList();
        if (keys.isEmpty()) {
            throw new IllegalStateException(file + " holds no key; without it, a new one is made");
        }
        return keys;
    }

    private static SigningKey key(Path file, String line) {
        try {
            String[] parts = line.strip().split(" +");
            byte[] secret = Base64.getUrlDecoder().decode(parts[1]);
            if (parts.length == 2 && secret.length >= SECRET_BYTES) {
                return new SigningKey(parts[0], secret);
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException _) {
            // Told below, without the line.
        }
        throw new IllegalStateException(
                file + " has a line that is not 'id secret', the secret being " + SECRET_BYTES + " bytes in base64url");
    }

    private static void warnIfOpen(Path file) throws IOException {
        if (OwnerOnly.isOpen(file)) {
            log.warn("{} can be read or changed by others than its owner: chmod 600 it", file);
        }
    }
}
