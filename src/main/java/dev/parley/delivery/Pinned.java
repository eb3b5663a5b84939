package dev.parley.delivery;

/// A buffer as the budget sees it. Touched on its lane only.
final class Pinned {

    final int bytes;
    /// Connections that have not taken all of it.
    int holders;

    Pinned(int bytes) {
        this.bytes = bytes;
    }
}
