package liquid

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// escaper selects how a placeholder's value is escaped.
type escaper uint8

const (
	escapeNothing escaper = iota
	escapeText            // element text
	escapeValue           // an attribute's value, or RCDATA
	escapeComment
	escapeURLStart // a URL, or its beginning
	escapeURLPart  // a part of a URL after its beginning
	escapeCSS      // a token of a style sheet
	escapeString   // inside a string of a style sheet
	escapeCSSURL
	escapeCSSURLPart
	// inAttribute is set for CSS or a URL inside an attribute.
	inAttribute escaper = 0x80
)

// RefusedAddress replaces a URL that documents may not contain, such as javascript:.
const RefusedAddress = "about:invalid"

func (e escaper) apply(v any) string {
	var s string
	switch e &^ inAttribute {
	case escapeNothing:
		return text(v)
	case escapeText, escapeValue:
		if safe, ok := v.(Safe); ok && e == escapeText {
			return string(safe)
		}
		return markup.Replace(text(v))
	case escapeComment:
		return ""
	case escapeURLStart:
		s = address(text(v))
	case escapeURLPart:
		s = url.QueryEscape(text(v))
		s = strings.ReplaceAll(s, "+", "%20")
	case escapeCSS:
		switch v := v.(type) {
		case Color:
			s = string(v)
		case float64, json.Number:
			s = text(v)
		default:
			s = cssEscape(text(v), " #.,%_-")
		}
	case escapeString:
		// The string may be the URL of url("…"); other strings are not URLs.
		s = cssEscape(quoted(text(v)), " #.,%_-:/?&=+~!*;()[]{}@|^$`")
	case escapeCSSURL:
		s = cssEscape(address(text(v)), "#.,%_-:/?&=+~@")
	case escapeCSSURLPart:
		s = cssEscape(strings.ReplaceAll(url.QueryEscape(text(v)), "+", "%20"), "%_.-~")
	}
	if e&inAttribute != 0 {
		return markup.Replace(s)
	}
	return s
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;", "\x00", "\uFFFD")

// cssEscape escapes everything but letters, digits, the characters of keep and non-ASCII characters (CSS Syntax 3,
// 4.3.7), so that the value never ends its token.
func cssEscape(s, keep string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == 0:
			b.WriteRune('\uFFFD')
		case r >= 0x80, r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', strings.ContainsRune(keep, r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\%x ", r)
		}
	}
	return b.String()
}

// quoted rejects a string that, as a URL, would have a scheme that documents may not use.
func quoted(s string) string {
	if scheme, _, ok := strings.Cut(strings.ToLower(strings.TrimSpace(s)), ":"); ok && (scheme == "javascript" || scheme == "vbscript" || scheme == "file") {
		return RefusedAddress
	}
	return s
}

// AllowedAddress reports whether a document may contain a URL: relative, https, http, asset, image, a data: URL of an
// image, or mailto and tel for links.
func AllowedAddress(s string) bool {
	s = strings.TrimSpace(s)
	at := strings.IndexAny(s, ":/?#")
	if at < 0 || s[at] != ':' {
		return !strings.ContainsAny(s, "\x00\n\r\t")
	}
	switch strings.ToLower(s[:at]) {
	case "https", "http", "asset", "image", "mailto", "tel":
		return true
	case "data":
		return strings.HasPrefix(strings.ToLower(s), "data:image/")
	}
	return false
}

// address percent-encodes white space and characters that would end the value.
func address(s string) string {
	s = strings.TrimSpace(s)
	if !AllowedAddress(s) {
		return RefusedAddress
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ' || c == '"' || c == '\'' || c == '<' || c == '>' || c == '\\' || c == '`' || c == '(' || c == ')' || c == 0x7f:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
