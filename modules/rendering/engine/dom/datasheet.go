package dom

import (
	"encoding/base64"
	"strconv"
	"strings"
)

// DataSheet decodes a style sheet given as a data: URL; ok is false for any other URL.
func DataSheet(href string) (text string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(href), "data:")
	if !ok {
		return "", false
	}
	meta, body, ok := strings.Cut(rest, ",")
	if !ok {
		return "", false
	}
	text = percentDecode(body)
	if strings.HasSuffix(strings.ToLower(strings.TrimSpace(meta)), "base64") {
		raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
		if err != nil {
			return "", false
		}
		text = string(raw)
	}
	return strings.ToValidUTF8(text, "\uFFFD"), true
}

// percentDecode decodes %XX sequences; invalid sequences are unchanged (URL §1.3).
func percentDecode(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
