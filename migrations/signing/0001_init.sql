-- A secret that URLs are signed with. What is stored is sealed with the installation's secret.
CREATE TABLE signing.key (
	id           text PRIMARY KEY,
	workspace_id text NOT NULL,
	livemode     boolean NOT NULL,
	kid          text NOT NULL UNIQUE, -- as it stands in URLs
	sealed       bytea NOT NULL,
	created_by   text NOT NULL,
	replaces     text REFERENCES signing.key,
	created_at   timestamptz NOT NULL DEFAULT svc_now(),
	retired_at   timestamptz, -- verifies only
	revoked_at   timestamptz
);
CREATE INDEX key_list ON signing.key (workspace_id, livemode, created_at DESC, id DESC);

-- The picture behind signed URLs of one content. Its image is named before it is rendered, and never
-- changes: whoever renders it holds the claim until claimed_until.
CREATE TABLE signing.picture (
	ref           text PRIMARY KEY, -- a digest of workspace, mode and content
	workspace_id  text NOT NULL,
	livemode      boolean NOT NULL,
	content       bytea, -- canonical JSON; absent while only inline URLs, which carry it, were seen
	request_hash  text NOT NULL,
	image_id      text NOT NULL UNIQUE,
	claim         text,
	claimed_until timestamptz,
	rendered_at   timestamptz,
	failed_until  timestamptz,
	failure       jsonb,
	created_at    timestamptz NOT NULL DEFAULT svc_now()
);
