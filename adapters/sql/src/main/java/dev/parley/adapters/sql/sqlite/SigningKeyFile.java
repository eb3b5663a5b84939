package dev.parley.adapters.sql.sqlite;

import dev.parley.access.spi.SigningKeyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// The signing keys of a single server in a file of its data folder, one `id secret` a line, the newest first; readable
/// by its owner alone. It needs no lock of the folder: a command may read it while the server runs.
public final class SigningKeyFile implements SigningKeyStore {

    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 6;

    private final Path folder;

    public SigningKeyFile(Path folder) {
        this.folder = folder;
    }

    @Override
    public List<SigningKey> keys() {
        Path file = folder.resolve("signing-keys");
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank())
                    .map(SigningKeyFile::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the signing keys in " + file + " cannot be used", e);
        }
    }

    private static SigningKey parse(String line) {
        int space = line.indexOf(' ');
        return new SigningKey(
                line.substring(0, space),
                Base64.getUrlDecoder().decode(line.substring(space + 1).strip()));
    }

    /// Written aside and linked into place, so that nobody ever reads half a file; who comes second takes the first's.
    private void create(Path file) throws IOException {
        Files.createDirectories(folder);
        Path draft = Files.createTempFile(
                folder,
                "signing-keys",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(draft, newKey(), StandardCharsets.US_ASCII);
            try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException _) {
            // The other one's key is as good.
        } finally {
            Files.delete(draft);
        }
    }

    private static String newKey() {
        var random = new SecureRandom();
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        return HexFormat.of().formatHex(id) + " "
                + Base64.getUrlEncoder().withoutPadding().encodeToString(secret) + "\n";
    }
}
