package hashchain

import (
	"bytes"
	"fmt"
)

// Text is the canonical JSON of an entry whose number and time are not known yet: a statement that has locked the end of
// the chain puts them between its parts.
type Text struct{ BeforeTime, BeforeNumber, Rest []byte }

// Cut cuts a canonical text with the members "created_at":"" and "number":0 in this order. Inside strings the quotes
// of these would be escaped, and in nested objects only members between the two may have such names: lastTime says whether
// those before created_at may.
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

// SQL is an expression for the bytes of a text whose three parts are the arguments $a, $b and $c, with the time and the
// number given as expressions.
func SQL(a, b, c int, time, number string) string {
	return fmt.Sprintf(`$%d::bytea || convert_to(to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'UTF8') || $%d::bytea || convert_to(%s::text, 'UTF8') || $%d::bytea`,
		a, time, b, number, c)
}
