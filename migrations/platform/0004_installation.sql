-- One row: which secret the keys and sealed values of this database were made with.
CREATE TABLE platform.installation (
	one                boolean PRIMARY KEY DEFAULT true CHECK (one),
	secret_fingerprint text NOT NULL
);
