package dev.parley.adapters.web.stream;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// An nginx of the machine's own, with its own configuration on a free port, as a proxy before a server.
final class PrivateNginx implements AutoCloseable {

    private final Process process;
    private final int port;

    private PrivateNginx(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static Optional<Path> installed() {
        return Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// @param settings of the location, besides where the server is; empty = nginx's defaults
    static PrivateNginx before(int upstream, Path folder, String settings) throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Path file = folder.resolve("nginx.conf");
        Files.writeString(file, """
                daemon off;
                master_process off;
                pid %1$s/nginx.pid;
                error_log stderr;
                events { worker_connections 256; }
                http {
                    access_log off;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    server {
                        listen 127.0.0.1:%2$d;
                        location / {
                            proxy_pass http://127.0.0.1:%3$d;
                            %4$s
                        }
                    }
                }
                """.formatted(folder, port, upstream, settings));
        Process process = new ProcessBuilder(
                        installed().orElseThrow().toString(), "-p", folder.toString(), "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.out").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        var nginx = new PrivateNginx(process, port);
        await().until(nginx::listens);
        return nginx;
    }

    private boolean listens() {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
