package dev.parley.fleet;

import dev.parley.contract.InstalledPrograms;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// One address for all servers, where this machine has nginx or HAProxy: with the settings that streams need (see
/// docs/proxies.md).
final class Front {

    private static final String NGINX = """
            daemon off;
            pid nginx.pid;
            error_log stderr;
            worker_processes 1;
            events { worker_connections 16384; }
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
                map $http_upgrade $connection_upgrade {
                    default upgrade;
                    "" "";
                }
                upstream parley {
            {servers}
                    keepalive 64;
                }
                server {
                    listen 127.0.0.1:{port};
                    location / {
                        proxy_pass http://parley;
                        proxy_http_version 1.1;
                        proxy_set_header Host $http_host;
                        proxy_set_header Upgrade $http_upgrade;
                        proxy_set_header Connection $connection_upgrade;
                        proxy_buffering off;
                        proxy_read_timeout 60s;
                    }
                }
            }
            """;

    private static final String HAPROXY = """
            global
                maxconn 16384
            defaults
                mode http
                option redispatch
                timeout connect 5s
                timeout client 60s
                timeout server 60s
                timeout tunnel 60s
            frontend front
                bind 127.0.0.1:{port}
                default_backend parley
            backend parley
                balance roundrobin
                option httpchk
                http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
            {servers}
            """;

    private Front() {}

    /// Does not wait for it.
    ///
    /// @param port where it listens; 0 = on a free one
    /// @return empty when neither is installed
    static Optional<Part> start(FleetFolder folder, int port, List<ServerNode> nodes) {
        int own = port == 0 ? Ports.free() : port;
        // Again: nginx tries for seconds before it gives up, and meanwhile somebody else would answer for it.
        Ports.requireFree(own);
        Path home = folder.folder("front");
        return InstalledPrograms.find("nginx")
                .map(program -> nginx(program, home, nodes, own))
                .or(() -> InstalledPrograms.find("haproxy").map(program -> haproxy(program, home, nodes, own)))
                .map(words -> Part.of(Child.start("front", home, folder.path(), words), own));
    }

    private static List<String> nginx(Path program, Path home, List<ServerNode> nodes, int port) {
        Path file = home.resolve("nginx.conf");
        Services.write(
                file,
                NGINX.replace("{port}", "" + port)
                        .replace("{servers}", lines(nodes, node -> "        server 127.0.0.1:" + node.port() + ";")));
        return List.of(program.toString(), "-p", home.toString(), "-c", file.toString(), "-e", "stderr");
    }

    private static List<String> haproxy(Path program, Path home, List<ServerNode> nodes, int port) {
        Path file = home.resolve("haproxy.cfg");
        Services.write(
                file,
                HAPROXY.replace("{port}", "" + port)
                        .replace(
                                "{servers}",
                                lines(
                                        nodes,
                                        node -> "    server " + node.name() + " 127.0.0.1:" + node.port()
                                                + " check inter 1s fall 2")));
        return List.of(program.toString(), "-db", "-f", file.toString());
    }

    private static String lines(List<ServerNode> nodes, Function<ServerNode, String> line) {
        return nodes.stream().map(line).collect(Collectors.joining("\n"));
    }
}
