-- Whose JWTs a workspace accepts. An issuer belongs to one workspace of the installation.
CREATE TABLE auth.jwt_issuers (
	id             text        PRIMARY KEY,
	workspace      text        NOT NULL REFERENCES auth.workspaces,
	mode           text        NOT NULL CHECK (mode IN ('live', 'test')),
	issuer         text        NOT NULL UNIQUE, -- the iss claim, byte for byte
	jwks_url       text        NOT NULL,
	default_scopes text[]      NOT NULL,
	algorithms     text[]      NOT NULL,
	created_by     text        NOT NULL,
	created_at     timestamptz NOT NULL
);
CREATE INDEX jwt_issuers_page ON auth.jwt_issuers (workspace, mode, created_at DESC, id DESC);
