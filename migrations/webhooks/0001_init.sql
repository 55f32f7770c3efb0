-- A URL that is told of events. Secrets are sealed to the row's id. previous_secret is good until
-- previous_until, by database time.
CREATE TABLE webhooks.endpoint (
	id              text PRIMARY KEY,
	workspace_id    text NOT NULL,
	livemode        boolean NOT NULL,
	url             text NOT NULL,
	url_key         text NOT NULL, -- the URL in the form that is unique
	events          text[] NOT NULL,
	description     text NOT NULL DEFAULT '',
	brand_id        text,
	enabled         boolean NOT NULL DEFAULT true,
	secret          bytea NOT NULL,
	previous_secret bytea,
	previous_until  timestamptz,
	sequence        bigint NOT NULL DEFAULT 0, -- of the last event told
	created_at      timestamptz NOT NULL DEFAULT svc_now(),
	updated_at      timestamptz NOT NULL DEFAULT svc_now()
);
CREATE UNIQUE INDEX endpoint_url ON webhooks.endpoint (workspace_id, livemode, url_key);
CREATE INDEX endpoint_list ON webhooks.endpoint (workspace_id, livemode, created_at DESC, id DESC);

-- One event on its way to one endpoint; body holds the very bytes that are sent at every attempt. Whoever
-- sends has the row under token until lease_until. A row is due when next_attempt_at has come and nobody
-- has it; woken_until keeps the sweeper from enqueueing it again while it waits in the queue.
CREATE TABLE webhooks.delivery (
	id               text PRIMARY KEY,
	webhook_id       text NOT NULL REFERENCES webhooks.endpoint ON DELETE CASCADE,
	workspace_id     text NOT NULL,
	livemode         boolean NOT NULL,
	event_id         text NOT NULL,
	event            text NOT NULL,
	body             bytea NOT NULL,
	test             boolean NOT NULL DEFAULT false,
	status           text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'dead_letter')),
	attempts         integer NOT NULL DEFAULT 0,
	replays          integer NOT NULL DEFAULT 0, -- asked for by somebody
	replaying        boolean NOT NULL DEFAULT false,
	token            text,
	lease_until      timestamptz,
	woken_until      timestamptz,
	next_attempt_at  timestamptz,
	created_at       timestamptz NOT NULL DEFAULT svc_now(),
	first_attempt_at timestamptz,
	last_attempt_at  timestamptz,
	last_status      integer,
	last_error       text,
	delivered_at     timestamptz,
	dead_at          timestamptz
);
CREATE INDEX delivery_list ON webhooks.delivery (webhook_id, created_at DESC, id DESC);
CREATE INDEX delivery_due ON webhooks.delivery (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX delivery_next ON webhooks.delivery (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX delivery_leased ON webhooks.delivery (webhook_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX delivery_dead ON webhooks.delivery (workspace_id, livemode, dead_at DESC, id DESC) WHERE status = 'dead_letter';
CREATE INDEX delivery_event ON webhooks.delivery (workspace_id, livemode, event_id);
CREATE INDEX delivery_age ON webhooks.delivery (created_at);

-- What was sent and what came back, append-only.
CREATE TABLE webhooks.attempt (
	delivery_id     text NOT NULL REFERENCES webhooks.delivery ON DELETE CASCADE,
	number          integer NOT NULL,
	sent_at         timestamptz NOT NULL,
	duration_ms     integer NOT NULL,
	request_headers jsonb NOT NULL,
	response_status integer,
	response_body   bytea,
	error           text,
	PRIMARY KEY (delivery_id, number)
);
