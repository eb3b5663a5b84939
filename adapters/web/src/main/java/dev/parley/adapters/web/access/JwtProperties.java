package dev.parley.adapters.web.access;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Which tokens are accepted with `parley.auth=jwt`.
///
/// @param secret signs them (HS256); at least 32 bytes as UTF-8
/// @param jwksUrl where the public keys are that sign them (RS256, ES256), instead of a secret
/// @param issuer what `iss` must be; anything when not set
/// @param audience what `aud` must contain; anything when not set
/// @param userClaim the claim that names the user
@ConfigurationProperties("parley.auth.jwt")
public record JwtProperties(
        @Nullable String secret,
        @Nullable String jwksUrl,
        @Nullable String issuer,
        @Nullable String audience,
        @DefaultValue("sub") String userClaim) {}
