package dev.parley.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// Ports of this machine's loopback.
final class Ports {

    private Ports() {}

    static int free() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new FleetFailure("There is no free port: " + e.getMessage() + ".");
        }
    }

    /// Of a port that was named.
    static void requireFree(int port) {
        if (listens(port)) {
            throw new FleetFailure("Port " + port + " is taken by somebody else; name another one with --port.");
        }
    }

    /// Whether somebody listens there.
    static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }
}
