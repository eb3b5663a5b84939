package dev.parley.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A file system of memory that holds as much as one says, mounted on a folder. Only root may do that.
final class SmallDisk implements AutoCloseable {

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    static boolean possible() {
        return "root".equals(System.getProperty("user.name"));
    }

    /// @param folder exists
    static SmallDisk mount(Path folder, int mebibytes) throws IOException, InterruptedException {
        call("mount", "-t", "tmpfs", "-o", size(mebibytes), "tmpfs", folder.toString());
        return new SmallDisk(folder);
    }

    void resize(int mebibytes) throws IOException, InterruptedException {
        call("mount", "-o", "remount," + size(mebibytes), folder.toString());
    }

    private static String size(int mebibytes) {
        return "size=" + mebibytes + "m,mode=0700";
    }

    /// Also while files on it are open.
    @Override
    public void close() throws IOException, InterruptedException {
        call("umount", "-l", folder.toString());
    }

    private static void call(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " did not work");
        }
    }
}
