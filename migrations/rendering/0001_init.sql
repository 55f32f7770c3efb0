-- A render that ran as a job. Money is held elsewhere under hold_id; the job row alone decides who may
-- finish it: results commit only under the attempt_token they were begun with.
CREATE TABLE rendering.job (
	id               text PRIMARY KEY,
	workspace_id     text NOT NULL,
	livemode         boolean NOT NULL,
	status           text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'canceled')),
	request          bytea NOT NULL, -- the request as JSON
	request_hash     text NOT NULL,
	engine_name      text NOT NULL,
	engine_version   text NOT NULL,
	seed             integer NOT NULL,
	total            integer NOT NULL,
	completed        integer NOT NULL DEFAULT 0,
	outputs          jsonb NOT NULL DEFAULT '[]',
	warnings         jsonb NOT NULL DEFAULT '[]',
	error            jsonb,
	attempts         integer NOT NULL DEFAULT 0,
	deaths           integer NOT NULL DEFAULT 0, -- leases that ran out: two of them poison the job
	failures         integer NOT NULL DEFAULT 0, -- deterministic errors of the renderer
	sequence         bigint NOT NULL DEFAULT 1,
	attempt_token    text,
	lease_until      timestamptz,
	hold_id          text,
	credits_reserved integer NOT NULL DEFAULT 0,
	credits_charged  integer NOT NULL DEFAULT 0,
	metadata         jsonb NOT NULL DEFAULT '{}',
	webhook_ids      text[] NOT NULL DEFAULT '{}',
	actor            text NOT NULL,
	decision_id      text,
	created_at       timestamptz NOT NULL DEFAULT svc_now(),
	started_at       timestamptz,
	finished_at      timestamptz,
	expires_at       timestamptz
);
CREATE INDEX job_list ON rendering.job (workspace_id, livemode, created_at DESC, id DESC);
CREATE INDEX job_metadata ON rendering.job USING gin (metadata jsonb_path_ops);
CREATE INDEX job_lease ON rendering.job (lease_until) WHERE status = 'processing';
CREATE INDEX job_waiting ON rendering.job (created_at) WHERE status = 'queued';

-- A stored picture or PDF. The bytes are in the blob store under their hash.
CREATE TABLE rendering.image (
	id             text PRIMARY KEY,
	workspace_id   text NOT NULL,
	livemode       boolean NOT NULL,
	kind           text NOT NULL CHECK (kind IN ('image', 'pdf')),
	render_id      text,
	job_id         text,
	name           text NOT NULL,
	format         text NOT NULL,
	mime_type      text NOT NULL,
	width          integer NOT NULL,
	height         integer NOT NULL,
	pages          integer NOT NULL DEFAULT 0,
	bytes          bigint NOT NULL,
	sha256         text NOT NULL,
	request_hash   text NOT NULL,
	engine_name    text NOT NULL,
	engine_version text NOT NULL,
	seed           integer NOT NULL,
	watermarked    boolean NOT NULL,
	metadata       jsonb NOT NULL DEFAULT '{}',
	receipt        bytea NOT NULL, -- the signed receipt as JSON
	created_at     timestamptz NOT NULL DEFAULT svc_now(),
	deleted_at     timestamptz
);
CREATE INDEX image_list ON rendering.image (workspace_id, livemode, kind, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- The latest result of each distinct request: what makes the second identical request free.
CREATE TABLE rendering.result (
	workspace_id   text NOT NULL,
	livemode       boolean NOT NULL,
	request_hash   text NOT NULL,
	engine_version text NOT NULL,
	outputs        jsonb NOT NULL,
	warnings       jsonb NOT NULL,
	created_at     timestamptz NOT NULL DEFAULT svc_now(),
	PRIMARY KEY (workspace_id, livemode, request_hash, engine_version)
);

-- The content an address had when a render first read it: later renders read the same.
CREATE TABLE rendering.snapshot (
	workspace_id text NOT NULL,
	url          text NOT NULL,
	sha256       text NOT NULL,
	bytes        bigint NOT NULL,
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	PRIMARY KEY (workspace_id, url)
);
