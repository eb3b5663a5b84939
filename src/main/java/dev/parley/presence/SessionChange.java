package dev.parley.presence;

import java.time.Duration;

/// One change of the registry. What it does depends on what the registry holds of this room and session; an
/// entry that is *departing* is one whose leave is being written down at the moment.
///
/// A change that puts an entry where there is none (all but [Leave]) is refused with
/// [SessionResult.Departing] while an entry of the same room is departing that is of the same user or the
/// room's last: otherwise the return could be told before the leave.
public sealed interface SessionChange {

    /// Beyond it one connection is younger than another for certain: an age is counted from when the change
    /// was sent, and no call takes so long.
    Duration CERTAIN = Duration.ofSeconds(15);

    SessionKey key();

    /// A session has connected. Takes the place of its older connection wherever that is, whatever its epoch,
    /// and ends its grace. Refused with [SessionResult.Superseded] when the entry under another epoch is a
    /// younger connection's: then this one was told late. The same change again does nothing more.
    ///
    /// @param age how long ago its connection was opened; the registry counts back from its own clock
    record Join(SessionEntry entry, Duration age) implements SessionChange {

        @Override
        public SessionKey key() {
            return entry.key();
        }
    }

    /// A connection that may have been forgotten, or whose node may have been taken for gone: it is there. An
    /// entry under the epoch of its key or the spare one stays as it is, with this node and without a grace.
    /// Where there is none it is put under the spare epoch: it may have departed under the other one, and a
    /// departure is told once per epoch. An entry under any other epoch is a newer connection's: refused with
    /// [SessionResult.Superseded], unless that is older by more than [#CERTAIN], which it is in an old copy of
    /// the registry: then this takes its place, under the spare epoch.
    ///
    /// @param age how long ago its connection was opened
    record Rejoin(SessionEntry entry, ConnectionEpoch spare, Duration age) implements SessionChange {

        @Override
        public SessionKey key() {
            return entry.key();
        }
    }

    /// A connection has ended: its grace begins. Nothing when there is none under this epoch. Of two leaves
    /// the one whose grace ends first counts, with its cause.
    ///
    /// @param grace how long it counts as present; zero = not at all
    record Leave(SessionKey key, LeaveCause cause, Duration grace) implements SessionChange {}

    /// Somebody was there before the registry forgot everything: an entry that is in its grace already, with
    /// the cause [LeaveCause#LEASE_EXPIRED]. Nothing when this room and session has one, whatever its epoch,
    /// or its user has any in this room, a departing one included: his leave follows from that.
    record Restore(SessionEntry entry, Duration grace) implements SessionChange {

        @Override
        public SessionKey key() {
            return entry.key();
        }
    }
}
