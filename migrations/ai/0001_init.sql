-- What a request gave the first time: the same request is answered with the same picture. maker is the
-- generator with its version for what is computed, and `external` for what a model made, which stays the
-- answer whichever model comes later.
CREATE TABLE ai.result (
	workspace_id text NOT NULL,
	livemode     boolean NOT NULL,
	request_hash text NOT NULL,
	maker        text NOT NULL,
	image_ids    text[] NOT NULL,
	body         jsonb NOT NULL,
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	PRIMARY KEY (workspace_id, livemode, request_hash, maker)
);
