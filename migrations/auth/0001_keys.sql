CREATE TABLE auth.workspaces (
	id          text        PRIMARY KEY,
	name        text        NOT NULL UNIQUE,
	api_version text        NOT NULL,
	created_at  timestamptz NOT NULL
);

-- A key is found by the keyed hash of its text, which is all that is kept of it.
CREATE TABLE auth.api_keys (
	id           text        PRIMARY KEY,
	workspace    text        NOT NULL REFERENCES auth.workspaces,
	mode         text        NOT NULL CHECK (mode IN ('live', 'test')),
	name         text        NOT NULL,
	hash         bytea       NOT NULL UNIQUE,
	prefix       text        NOT NULL,
	last_four    text        NOT NULL,
	scopes       text[]      NOT NULL,
	created_by   text        NOT NULL,
	created_at   timestamptz NOT NULL,
	replaces     text        REFERENCES auth.api_keys,
	rotated_at   timestamptz, -- the key works for 24 hours more
	revoked_at   timestamptz,
	last_used_at timestamptz,
	last_used_ip text
);
CREATE INDEX api_keys_page ON auth.api_keys (workspace, mode, created_at DESC, id DESC);
