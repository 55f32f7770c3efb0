-- One row per periodic task: when it last ran, on whichever process, and since when its runs have followed each
-- other without a gap. Times are real time, not svc_now(): timers follow the machine's clock. The row is a record,
-- not a lock: an advisory lock, which ends with its connection, keeps two processes from running a task at once.
CREATE TABLE platform.periodic (
	name        text        PRIMARY KEY,
	steady_from timestamptz NOT NULL,
	finished_at timestamptz NOT NULL,
	duration_ms bigint      NOT NULL,
	runs        bigint      NOT NULL DEFAULT 1,
	failures    bigint      NOT NULL DEFAULT 0,
	last_error  text
);
