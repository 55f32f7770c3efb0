-- Reads the clock once.
CREATE OR REPLACE FUNCTION platform.idempotency_claim(p_scope text, p_key uuid, p_fingerprint bytea, p_token uuid, p_lease interval, p_ttl interval)
RETURNS boolean
LANGUAGE plpgsql
SET lock_timeout = '5s'
AS $$
DECLARE
	v_now timestamptz := svc_now();
BEGIN
	INSERT INTO platform.idempotency AS i (scope, key, fingerprint, state, token, lease_until, claimed_at)
	VALUES (p_scope, p_key, p_fingerprint, 'running', p_token, v_now + p_lease, v_now)
	ON CONFLICT (scope, key) DO UPDATE SET
		fingerprint = excluded.fingerprint, state = 'running', token = excluded.token, lease_until = excluded.lease_until,
		status = NULL, response_type = NULL, response = NULL,
		claimed_at = CASE WHEN i.claimed_at + p_ttl <= v_now THEN excluded.claimed_at ELSE i.claimed_at END
	WHERE i.claimed_at + p_ttl <= v_now
	   OR (i.fingerprint = excluded.fingerprint
	       AND (i.state = 'released' OR (i.state = 'running' AND i.lease_until <= v_now)));
	RETURN FOUND;
END $$;
