package dev.parley.contract;

import org.junit.jupiter.api.Nested;

/// What every [dev.parley.log.spi.RoomLog] keeps, clause by clause. An adapter's test subclasses this and
/// hands in a store.
public abstract class RoomLogContract {

    /// A store without rooms. It is closed after the test.
    protected abstract StoreUnderTest newStore();

    @Nested
    class Numbering extends NumberingClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Content extends ContentClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Repeats extends RepeatClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class RememberedIds extends RememberedIdClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Creations extends CreationClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class NewSettings extends SettingsClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Destructions extends DestructionClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Attributes extends AttributeClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class AttributeReads extends AttributeReadClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Amendments extends AmendmentClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Members extends MemberClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class References extends ReferenceClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Limits extends LimitClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class TierLimits extends TierLimitClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class SenderLimits extends SenderLimitClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Pages extends PageClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class PageSizes extends PageSizeClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class PageWalks extends PageWalkClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Retentions extends RetentionClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }

    @Nested
    class Sweeping extends SweepClauses {
        @Override
        protected StoreUnderTest newStore() {
            return RoomLogContract.this.newStore();
        }
    }
}
