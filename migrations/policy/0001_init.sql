-- What a workspace allows, on top of the list that is built in. No row: the defaults.
CREATE TABLE policy.setting (
	workspace_id text PRIMARY KEY,
	categories   text[], -- refused; NULL: all
	deny         text[] NOT NULL DEFAULT '{}',
	allow        text[] NOT NULL DEFAULT '{}',
	updated_at   timestamptz NOT NULL DEFAULT svc_now()
);
