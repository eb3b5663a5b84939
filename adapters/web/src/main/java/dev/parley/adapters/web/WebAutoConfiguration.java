package dev.parley.adapters.web;

import dev.parley.access.AccessPolicy;
import dev.parley.access.spi.TokenIssuer;
import dev.parley.adapters.web.access.SecurityConfiguration;
import dev.parley.adapters.web.access.StreamApplication;
import dev.parley.adapters.web.access.Tickets;
import dev.parley.adapters.web.access.TokenConfiguration;
import dev.parley.adapters.web.api.AllowlistEndpoints;
import dev.parley.adapters.web.api.AmendEndpoints;
import dev.parley.adapters.web.api.AttributeEndpoints;
import dev.parley.adapters.web.api.DevTokenEndpoint;
import dev.parley.adapters.web.api.HistoryEndpoints;
import dev.parley.adapters.web.api.MemberEndpoints;
import dev.parley.adapters.web.api.PresenceEndpoints;
import dev.parley.adapters.web.api.PublishEndpoints;
import dev.parley.adapters.web.api.RoomEndpoints;
import dev.parley.adapters.web.api.SignalEndpoints;
import dev.parley.adapters.web.api.StatsEndpoint;
import dev.parley.adapters.web.api.TicketEndpoint;
import dev.parley.adapters.web.door.FrontDoor;
import dev.parley.adapters.web.http.CorsFilter;
import dev.parley.adapters.web.http.LoopAnswers;
import dev.parley.adapters.web.http.Origins;
import dev.parley.adapters.web.http.ProblemExceptionHandler;
import dev.parley.adapters.web.http.ProblemLog;
import dev.parley.adapters.web.http.ProblemReplies;
import dev.parley.adapters.web.http.PublicUrl;
import dev.parley.adapters.web.http.RequestMetrics;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.http.Routes;
import dev.parley.adapters.web.http.TokenCheck;
import dev.parley.adapters.web.json.RoomJson;
import dev.parley.adapters.web.ops.ConfigurationEndpoint;
import dev.parley.adapters.web.ops.OperationsEndpoints;
import dev.parley.adapters.web.ops.StoreWatch;
import dev.parley.adapters.web.pages.SitePages;
import dev.parley.adapters.web.stream.LoopLanes;
import dev.parley.adapters.web.stream.NettyPassBuffers;
import dev.parley.adapters.web.stream.SocketEndpoint;
import dev.parley.adapters.web.stream.SocketServices;
import dev.parley.adapters.web.stream.StreamEndpoints;
import dev.parley.adapters.web.stream.StreamFraming;
import dev.parley.adapters.web.stream.StreamHeads;
import dev.parley.adapters.web.stream.StreamRefusals;
import dev.parley.adapters.web.stream.TicketRefusals;
import dev.parley.adapters.web.wire.Entrance;
import dev.parley.adapters.web.wire.Transport;
import dev.parley.adapters.web.wire.TransportLoops;
import dev.parley.adapters.web.wire.WireCustomizer;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.kernel.Clock;
import dev.parley.kernel.HealthReporter;
import dev.parley.kernel.Offload;
import dev.parley.kernel.SettingReporter;
import dev.parley.kernel.StartRefusedException;
import dev.parley.kernel.Timers;
import dev.parley.log.AnswerRound;
import dev.parley.log.spi.EventData;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.usecase.Allowlisting;
import dev.parley.usecase.Amending;
import dev.parley.usecase.Attributes;
import dev.parley.usecase.Membership;
import dev.parley.usecase.PresenceQueries;
import dev.parley.usecase.Publishing;
import dev.parley.usecase.Queries;
import dev.parley.usecase.References;
import dev.parley.usecase.RoomAdministration;
import dev.parley.usecase.RoomStatistics;
import dev.parley.usecase.Signalling;
import dev.parley.usecase.Streaming;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/// REST over WebFlux. Needs the use cases, the access policy, the signing and API keys, the settings, and
/// what the core leans on (offload, clock, timers, the store's generation) as beans.
@AutoConfiguration(
        afterName =
                "org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration",
        beforeName = "org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@EnableConfigurationProperties(WebProperties.class)
@Import({TokenConfiguration.class, SecurityConfiguration.class})
public class WebAutoConfiguration {

    @Bean
    PublicUrl publicUrl(WebProperties properties) {
        return new PublicUrl(properties.publicUrl());
    }

    @Bean
    Origins corsOrigins(WebProperties properties) {
        return new Origins(properties.cors().origins(), properties.publicUrl());
    }

    @Bean
    CorsFilter corsFilter(Origins origins) {
        return new CorsFilter(origins);
    }

    @Bean
    ProblemLog problemLog(PrometheusMeterRegistry registry) {
        return new ProblemLog(registry);
    }

    @Bean
    ProblemReplies problemReplies(PublicUrl publicUrl, ProblemLog told) {
        return new ProblemReplies(publicUrl, told);
    }

    @Bean
    ProblemExceptionHandler problemExceptionHandler(ProblemReplies problems) {
        return new ProblemExceptionHandler(problems);
    }

    @Bean
    AnswerRound answerRound() {
        return new LoopAnswers();
    }

    @Bean
    EventData eventData() {
        return new RoomJson();
    }

    @Bean
    PublishEndpoints publishEndpoints(Publishing publishing, ProblemReplies problems, ProblemLog told) {
        return new PublishEndpoints(publishing, problems, told);
    }

    @Bean
    HistoryEndpoints historyEndpoints(
            Queries queries, PublishEndpoints publish, Amending amending, References references) {
        return new HistoryEndpoints(queries, publish, new AmendEndpoints(amending), references);
    }

    @Bean
    AttributeEndpoints attributeEndpoints(Attributes attributes, PresenceQueries presence) {
        return new AttributeEndpoints(attributes, presence);
    }

    @Bean
    SignalEndpoints signalEndpoints(Signalling signalling) {
        return new SignalEndpoints(signalling);
    }

    @Bean
    PresenceEndpoints presenceEndpoints(PresenceQueries queries) {
        return new PresenceEndpoints(queries);
    }

    @Bean
    AllowlistEndpoints allowlistEndpoints(Allowlisting allowlisting) {
        return new AllowlistEndpoints(allowlisting);
    }

    @Bean
    MemberEndpoints memberEndpoints(Membership membership) {
        return new MemberEndpoints(membership);
    }

    @Bean
    StatsEndpoint statsEndpoint(RoomStatistics statistics) {
        return new StatsEndpoint(statistics);
    }

    @Bean
    Framing framing(PublicUrl publicUrl) {
        return new StreamFraming(publicUrl);
    }

    @Bean
    PassBuffers passBuffers() {
        return new NettyPassBuffers(PooledByteBufAllocator.DEFAULT);
    }

    @Bean
    TicketRefusals ticketRefusals(ProblemReplies problems, Clock clock) {
        return new TicketRefusals(problems, clock);
    }

    @Bean
    StreamEndpoints streamEndpoints(
            Streaming streaming,
            Queries queries,
            ProblemReplies problems,
            TicketRefusals tickets,
            Framing framing,
            LoopLanes lanes,
            PrometheusMeterRegistry registry) {
        var refusals = new StreamRefusals(problems, tickets, framing, new SecureRandom(), registry);
        return new StreamEndpoints(
                streaming, new StreamHeads(queries, refusals), refusals, lanes, InstantSource.system());
    }

    @Bean
    LoopLanes loopLanes() {
        return new LoopLanes();
    }

    @Bean
    SocketEndpoint socketEndpoint(
            Streaming streaming,
            Publishing publishing,
            Signalling signalling,
            TokenCheck tokens,
            LoopLanes lanes,
            PublicUrl publicUrl,
            ProblemLog told) {
        return new SocketEndpoint(new SocketServices(
                streaming, publishing, signalling, tokens, lanes, publicUrl, told, InstantSource.system()));
    }

    /// What belongs to no request tells this server's address too.
    @Bean
    ApplicationListener<WebServerInitializedEvent> publicUrlListener(PublicUrl publicUrl) {
        return event -> publicUrl.listening(event.getWebServer().getPort());
    }

    @Bean
    RoomEndpoints roomEndpoints(RoomAdministration rooms) {
        return new RoomEndpoints(rooms);
    }

    @Bean
    @ConditionalOnProperty(name = "parley.auth", havingValue = "dev")
    DevTokenEndpoint devTokenEndpoint(TokenIssuer issuer, Origins origins) {
        return new DevTokenEndpoint(issuer, origins);
    }

    @Bean
    TicketEndpoint ticketEndpoint(Tickets tickets, AccessPolicy policy) {
        return new TicketEndpoint(tickets, policy);
    }

    @Bean
    ConfigurationEndpoint configurationEndpoint(SettingReporter settings) {
        return new ConfigurationEndpoint(settings);
    }

    @Bean
    StoreWatch storeWatch(StoreGeneration generation, Offload offload, Clock clock, Timers timers) {
        var watch = new StoreWatch(generation, offload, clock, timers);
        watch.start();
        return watch;
    }

    @Bean
    OperationsEndpoints operationsEndpoints(
            ApplicationAvailability availability,
            StoreWatch store,
            ObjectProvider<HealthReporter> reporters,
            PrometheusMeterRegistry metrics) {
        return new OperationsEndpoints(
                availability, store, reporters.orderedStream().toList(), metrics);
    }

    @Bean
    @ConditionalOnMissingBean
    PrometheusMeterRegistry prometheusMeterRegistry() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    @Bean
    RequestMetrics requestMetrics(PrometheusMeterRegistry registry) {
        return new RequestMetrics(registry);
    }

    @Bean
    SitePages sitePages(PublicUrl publicUrl) {
        return new SitePages(publicUrl);
    }

    /// WebFlux serves the streams that do not come through it: all of HTTP/2, or all with
    /// `parley.streams=webflux`.
    @Bean
    @ConditionalOnProperty(name = "parley.streams", havingValue = "door", matchIfMissing = true)
    FrontDoor frontDoor(ObjectProvider<StreamApplication> application) {
        return new FrontDoor(() -> application.getObject().get());
    }

    /// @throws StartRefusedException when this machine has it not
    @Bean(destroyMethod = "dispose")
    TransportLoops transportLoops(WebProperties properties) {
        Transport transport = Transport.named(properties.transport());
        transport.complaint().ifPresent(sentence -> {
            throw new StartRefusedException(sentence);
        });
        int cores = Runtime.getRuntime().availableProcessors();
        return new TransportLoops(transport, cores, properties.limits().connections());
    }

    @Bean
    WireCustomizer wireCustomizer(
            WebProperties properties,
            TransportLoops loops,
            PublicUrl publicUrl,
            PrometheusMeterRegistry registry,
            ObjectProvider<Entrance> entrance) {
        return new WireCustomizer(
                loops, properties.limits().connections(), publicUrl, registry, entrance.getIfAvailable());
    }

    @Bean
    Routes parleyRoutes(
            ObjectProvider<Route.Group> groups,
            Routes.Callers callers,
            ProblemReplies problems,
            RequestMetrics metrics) {
        return new Routes(groups.orderedStream().toList(), callers, problems, metrics);
    }
}
