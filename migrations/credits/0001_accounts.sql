-- One account per workspace. granted = available + held + spent at every commit, and nothing is negative.
CREATE TABLE credits.accounts (
	workspace text   PRIMARY KEY,
	granted   bigint NOT NULL DEFAULT 0,
	available bigint NOT NULL DEFAULT 0 CHECK (available >= 0),
	held      bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
	spent     bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
	CHECK (granted = available + held + spent)
);

-- A reservation. It is resolved at most once: only the row's move out of 'open' moves credits.
CREATE TABLE credits.holds (
	id         text        PRIMARY KEY,
	workspace  text        NOT NULL REFERENCES credits.accounts,
	amount     bigint      NOT NULL CHECK (amount > 0),
	captured   bigint      NOT NULL DEFAULT 0 CHECK (captured BETWEEN 0 AND amount),
	state      text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'captured', 'voided', 'expired')),
	subject    text        NOT NULL,
	created_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL
);
CREATE INDEX holds_open ON credits.holds (expires_at) WHERE state = 'open';

-- Every movement, append-only.
CREATE TABLE credits.ledger (
	id         text        PRIMARY KEY,
	workspace  text        NOT NULL REFERENCES credits.accounts,
	kind       text        NOT NULL CHECK (kind IN ('grant', 'hold', 'capture', 'void')),
	amount     bigint      NOT NULL CHECK (amount > 0),
	subject    text        NOT NULL,
	created_at timestamptz NOT NULL
);
CREATE INDEX ledger_page ON credits.ledger (workspace, created_at DESC, id DESC);

CREATE FUNCTION credits.refuse_change() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON credits.ledger
	FOR EACH ROW EXECUTE FUNCTION credits.refuse_change();
