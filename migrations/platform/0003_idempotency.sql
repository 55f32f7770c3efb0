-- One row per key that began to execute. state: running under a lease, stored with its answer, or released
-- (the outcome was not stored; only the fingerprint binds).
CREATE TABLE platform.idempotency (
	scope         text        NOT NULL, -- workspace, mode and principal class
	key           uuid        NOT NULL,
	fingerprint   bytea       NOT NULL,
	state         text        NOT NULL CHECK (state IN ('running', 'stored', 'released')),
	token         uuid        NOT NULL, -- fences a claim against one made after its lease ran out
	lease_until   timestamptz NOT NULL,
	status        integer,
	response_type text,
	response      bytea,
	claimed_at    timestamptz NOT NULL, -- the first claim; the key lives 24 hours from here
	PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_claimed_at ON platform.idempotency (claimed_at);

-- Claims a key for execution: true when this caller may execute. It waits at most five seconds for another
-- transaction that is claiming the same key (then SQLSTATE 55P03).
CREATE FUNCTION platform.idempotency_claim(p_scope text, p_key uuid, p_fingerprint bytea, p_token uuid, p_lease interval, p_ttl interval)
RETURNS boolean
LANGUAGE plpgsql
SET lock_timeout = '5s'
AS $$
BEGIN
	INSERT INTO platform.idempotency AS i (scope, key, fingerprint, state, token, lease_until, claimed_at)
	VALUES (p_scope, p_key, p_fingerprint, 'running', p_token, svc_now() + p_lease, svc_now())
	ON CONFLICT (scope, key) DO UPDATE SET
		fingerprint = excluded.fingerprint, state = 'running', token = excluded.token, lease_until = excluded.lease_until,
		status = NULL, response_type = NULL, response = NULL,
		claimed_at = CASE WHEN i.claimed_at + p_ttl <= svc_now() THEN excluded.claimed_at ELSE i.claimed_at END
	WHERE i.claimed_at + p_ttl <= svc_now()
	   OR (i.fingerprint = excluded.fingerprint
	       AND (i.state = 'released' OR (i.state = 'running' AND i.lease_until <= svc_now())));
	RETURN FOUND;
END $$;
