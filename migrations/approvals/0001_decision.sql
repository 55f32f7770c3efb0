-- The decision log: what was allowed, refused, done, and why. Append-only, one hash chain a workspace:
-- hash = SHA-256(previous hash || canonical JSON of the entry).
CREATE TABLE approvals.decision (
	id           text PRIMARY KEY,
	workspace_id text NOT NULL,
	number       bigint NOT NULL,
	livemode     boolean NOT NULL,
	actor        text NOT NULL,
	action       text NOT NULL,
	subject      text NOT NULL,
	outcome      text NOT NULL,
	facts        jsonb NOT NULL,
	body         bytea NOT NULL, -- the canonical JSON that was hashed
	previous     bytea NOT NULL,
	hash         bytea NOT NULL,
	created_at   timestamptz NOT NULL,
	UNIQUE (workspace_id, number)
);
CREATE INDEX decision_list ON approvals.decision (workspace_id, livemode, created_at DESC, id DESC);
CREATE INDEX decision_subject ON approvals.decision (workspace_id, subject);

CREATE TABLE approvals.chain (
	workspace_id text PRIMARY KEY,
	number       bigint NOT NULL,
	hash         bytea NOT NULL
);

CREATE FUNCTION approvals.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the decision log is append-only';
END $$;
CREATE TRIGGER decision_append_only BEFORE UPDATE OR DELETE ON approvals.decision
	FOR EACH ROW EXECUTE FUNCTION approvals.refuse_change();
