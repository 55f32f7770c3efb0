package hashchain

import (
	"bytes"
	"fmt"
)

// Text is the canonical JSON of an entry whose number and time are not known yet: the statement that has locked the end
// of the chain inserts them between its parts.
type Text struct{ BeforeTime, BeforeNumber, Rest []byte }

// Cut splits a canonical text at the members "created_at":"" and "number":0, in this order. Inside strings the quotes
// of these would be escaped. Nested objects between the two may have members of these names; lastTime reports whether
// those before created_at may as well.
func Cut(text []byte, lastTime bool) (Text, error) {
	const at, number = `"created_at":"`, `"number":0`
	i := bytes.Index(text, []byte(at+`"`))
	if lastTime {
		i = bytes.LastIndex(text, []byte(at+`"`))
	}
	j := bytes.LastIndex(text, []byte(number))
	if i < 0 || j < i {
		return Text{}, fmt.Errorf("an entry of a log lacks a time and a number: %.100s", text)
	}
	i += len(at)
	j += len(number) - 1
	return Text{BeforeTime: text[:i], BeforeNumber: text[i:j], Rest: text[j+1:]}, nil
}

// Lock returns the statement that locks the end of a chain until the transaction ends and counts the entry that follows.
// chain is the table of the ends of chains; $1 is the workspace and $2 Zero().
func Lock(chain string) string {
	return `INSERT INTO ` + chain + ` AS c (workspace_id, number, hash) VALUES ($1, 1, $2)
	ON CONFLICT (workspace_id) DO UPDATE SET number = c.number + 1`
}

// Append returns the statement that links an entry to a locked chain: insert reads number, previous, now and body of the
// entry from the query "entry" as e. $1 is the workspace, $2 to $4 are the parts of the Text.
func Append(chain, insert string) string {
	return `
	WITH entry AS (
		SELECT c.number, c.hash AS previous, n.now,
			$2::bytea || convert_to(to_char(n.now AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'UTF8') || $3::bytea || convert_to(c.number::text, 'UTF8') || $4::bytea AS body
		FROM ` + chain + ` c, (SELECT svc_now() AS now) n WHERE c.workspace_id = $1),
	moved AS (
		UPDATE ` + chain + ` SET hash = sha256(e.previous || e.body) FROM entry e WHERE workspace_id = $1)
	` + insert
}
