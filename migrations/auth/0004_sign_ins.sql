-- Sign-ins of a workspace's owner to the console. A link works once, until link_until; redeeming it makes a session
-- that works until ends_at. Both are found by the keyed hash of their text, which is all that is kept of them.
CREATE TABLE auth.sign_ins (
	link       bytea       PRIMARY KEY,
	workspace  text        NOT NULL REFERENCES auth.workspaces,
	mode       text        NOT NULL CHECK (mode IN ('live', 'test')),
	created_at timestamptz NOT NULL,
	link_until timestamptz NOT NULL,
	session    bytea       UNIQUE, -- set when the link is redeemed
	ends_at    timestamptz,
	CHECK ((session IS NULL) = (ends_at IS NULL))
);
