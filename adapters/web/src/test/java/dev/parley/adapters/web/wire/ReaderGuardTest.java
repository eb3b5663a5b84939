package dev.parley.adapters.web.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReaderGuardTest {

    private static final int ANSWER = 32 << 20;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final CompletableFuture<Channel> connection = new CompletableFuture<>();
    private Channel server;

    @BeforeEach
    void listen() throws Exception {
        server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ReaderGuard(Duration.ofMillis(500)), new LongAnswer());
                        connection.complete(channel);
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
    }

    private static final class LongAnswer extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.channel().writeAndFlush(Unpooled.wrappedBuffer(new byte[ANSWER]));
        }
    }

    @AfterEach
    void stop() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private Socket connect() throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(64 << 10);
        socket.connect(server.localAddress() instanceof InetSocketAddress address ? address : null);
        return socket;
    }

    @Test
    void aClientThatTakesNothingIsClosed() throws Exception {
        try (var _ = connect()) {
            Channel accepted = connection.get(5, TimeUnit.SECONDS);
            assertThat(accepted.closeFuture().await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aClientThatTakesItSlowlyGetsAllOfIt() throws Exception {
        try (var socket = connect()) {
            long began = System.nanoTime();
            int read = 0;
            while (read < ANSWER) {
                read += socket.getInputStream().readNBytes(Math.min(3 << 20, ANSWER - read)).length;
                org.awaitility.Awaitility.await()
                        .pollDelay(Duration.ofMillis(150))
                        .until(() -> true);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(1));
            assertThat(connection.get().isActive()).isTrue();
        }
    }
}
