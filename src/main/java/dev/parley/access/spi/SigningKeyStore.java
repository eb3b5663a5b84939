package dev.parley.access.spi;

import java.util.List;

/// Keeps the keys with which this deployment signs its own tokens. They outlive a restart and are the same on every
/// node
/// that shares a store. May block; called at start and by commands.
public interface SigningKeyStore {

    /// A key for HMAC-SHA-256.
    ///
    /// @param id names the key in a token's header
    /// @param secret 32 random bytes
    record SigningKey(String id, byte[] secret) {}

    /// All keys, the one to sign with first. Creates the first key if there is none; of two nodes that do so at once
    /// both get the same.
    List<SigningKey> keys();
}
