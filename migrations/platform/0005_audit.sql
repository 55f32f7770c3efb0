-- The audit log: who changed what. Append-only, one hash chain a workspace:
-- hash = SHA-256(previous hash || canonical JSON of the entry).
CREATE TABLE platform.audit (
	id           text        PRIMARY KEY,
	workspace_id text        NOT NULL,
	number       bigint      NOT NULL,
	livemode     boolean     NOT NULL,
	actor        text        NOT NULL,
	action       text        NOT NULL,
	subject      text        NOT NULL,
	request_id   text        NOT NULL,
	ip           text        NOT NULL,
	facts        jsonb       NOT NULL,
	body         bytea       NOT NULL, -- the canonical JSON that was hashed
	previous     bytea       NOT NULL,
	hash         bytea       NOT NULL,
	created_at   timestamptz NOT NULL,
	UNIQUE (workspace_id, number)
);
CREATE INDEX audit_list ON platform.audit (workspace_id, created_at DESC, id DESC);
CREATE INDEX audit_subject ON platform.audit (workspace_id, subject, created_at DESC, id DESC);

CREATE TABLE platform.audit_chain (
	workspace_id text   PRIMARY KEY,
	number       bigint NOT NULL,
	hash         bytea  NOT NULL
);

CREATE FUNCTION platform.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON platform.audit
	FOR EACH ROW EXECUTE FUNCTION platform.refuse_audit_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON platform.audit
	FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_audit_change();
