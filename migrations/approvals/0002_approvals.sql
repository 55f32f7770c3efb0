-- What needs approval. NULL conditions do not narrow. Policies are shared by live and test mode.
CREATE TABLE approvals.policy (
	id                  text PRIMARY KEY,
	workspace_id        text NOT NULL,
	action              text NOT NULL,
	brand_id            text,
	livemode            boolean,
	format              text,
	required_approvals  integer NOT NULL CHECK (required_approvals BETWEEN 1 AND 10),
	approvers           text[] NOT NULL,
	prevent_self        boolean NOT NULL,
	expires_after_hours integer NOT NULL CHECK (expires_after_hours > 0),
	created_at          timestamptz NOT NULL DEFAULT svc_now(),
	updated_at          timestamptz NOT NULL DEFAULT svc_now()
);
CREATE INDEX policy_action ON approvals.policy (workspace_id, action);
CREATE INDEX policy_list ON approvals.policy (workspace_id, created_at DESC, id DESC);

-- One request that waits for people. A request is known by its fingerprint; at most one approval of it is open
-- (approval_open). An open approval has lapsed when expires_at has come, by database time, whatever its status
-- says. reserved_for names what is running under it until reserved_until.
CREATE TABLE approvals.approval (
	id                 text PRIMARY KEY,
	workspace_id       text NOT NULL,
	livemode           boolean NOT NULL,
	policy_id          text NOT NULL,
	action             text NOT NULL,
	fingerprint        bytea NOT NULL,
	status             text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'used')),
	required_approvals integer NOT NULL,
	received           integer NOT NULL DEFAULT 0,
	approvers          text[] NOT NULL,
	prevent_self       boolean NOT NULL,
	expires_after      interval NOT NULL,
	requester          text NOT NULL, -- key:… or user:…
	people             text[] NOT NULL, -- who counts as the requester
	brands             text[] NOT NULL,
	subject            text NOT NULL, -- what earlier requests are compared by
	request            bytea NOT NULL,
	request_hash       text NOT NULL,
	execute            boolean NOT NULL,
	execution_error    text,
	reserved_for       text,
	reserved_until     timestamptz,
	used_by            text,
	used_at            timestamptz,
	decided_at         timestamptz,
	created_at         timestamptz NOT NULL DEFAULT svc_now(),
	expires_at         timestamptz NOT NULL
);
CREATE UNIQUE INDEX approval_open ON approvals.approval (workspace_id, livemode, fingerprint) WHERE status IN ('pending', 'approved');
CREATE INDEX approval_fingerprint ON approvals.approval (workspace_id, livemode, fingerprint, created_at DESC, id DESC);
CREATE INDEX approval_list ON approvals.approval (workspace_id, livemode, created_at DESC, id DESC);
CREATE INDEX approval_subject ON approvals.approval (workspace_id, livemode, action, subject, decided_at DESC) WHERE status IN ('approved', 'used');

-- What one person decided; nobody decides twice.
CREATE TABLE approvals.review (
	approval_id text NOT NULL REFERENCES approvals.approval ON DELETE CASCADE,
	reviewer    text NOT NULL,
	verdict     text NOT NULL CHECK (verdict IN ('approve', 'reject')),
	comment     text NOT NULL,
	created_at  timestamptz NOT NULL DEFAULT svc_now(),
	PRIMARY KEY (approval_id, reviewer)
);

-- A render request that people work on, and what was said and done about it.
CREATE TABLE approvals.draft (
	id           text PRIMARY KEY,
	workspace_id text NOT NULL,
	livemode     boolean NOT NULL,
	title        text NOT NULL,
	status       text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_review', 'changes_requested', 'approved', 'published', 'archived')),
	author       text NOT NULL,
	people       text[] NOT NULL, -- who counts as the author
	brand_id     text,
	revision     integer NOT NULL DEFAULT 1,
	request      bytea NOT NULL,
	render       bytea, -- what publishing rendered
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	updated_at   timestamptz NOT NULL DEFAULT svc_now(),
	published_at timestamptz
);
CREATE INDEX draft_list ON approvals.draft (workspace_id, livemode, created_at DESC, id DESC);

CREATE TABLE approvals.draft_comment (
	draft_id   text NOT NULL REFERENCES approvals.draft ON DELETE CASCADE,
	number     bigint GENERATED ALWAYS AS IDENTITY,
	author     text NOT NULL,
	body       text NOT NULL,
	status     text,
	revision   integer NOT NULL,
	created_at timestamptz NOT NULL DEFAULT svc_now(),
	PRIMARY KEY (draft_id, number)
);
