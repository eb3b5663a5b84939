package dev.parley.bench.stream;

/// Cuts what comes into lines. They end with LF; a CR before it is not part of the line.
public abstract class Lines implements Stage {

    private final KeptBytes kept = new KeptBytes();

    @Override
    public final void accept(byte[] bytes, int from, int to) {
        int at = kept.length() > 0 ? complete(bytes, from, to) : from;
        int end = ByteSearch.find(bytes, at, to, (byte) '\n');
        while (end >= 0) {
            cut(bytes, at, end);
            at = end + 1;
            end = ByteSearch.find(bytes, at, to, (byte) '\n');
        }
        if (at < to) {
            kept.add(bytes, at, to);
        }
    }

    /// Adds to the line that has begun; where the next one begins.
    private int complete(byte[] bytes, int from, int to) {
        int end = ByteSearch.find(bytes, from, to, (byte) '\n');
        kept.add(bytes, from, end < 0 ? to : end);
        if (end < 0) {
            return to;
        }
        int length = kept.length();
        kept.clear();
        cut(kept.array(), 0, length);
        return end + 1;
    }

    private void cut(byte[] bytes, int from, int end) {
        line(bytes, from, end > from && bytes[end - 1] == '\r' ? end - 1 : end, end - from + 1);
    }

    /// @param framed bytes of the line with its end
    protected abstract void line(byte[] bytes, int from, int to, int framed);
}
