-- One row per bucket: tat is the theoretical arrival time of the generic cell rate algorithm. Unlogged:
-- after a crash every bucket is simply full again.
CREATE UNLOGGED TABLE platform.rate_limits (
	key     text PRIMARY KEY,
	tat     timestamptz NOT NULL,
	allowed boolean NOT NULL
) WITH (fillfactor = 50);
