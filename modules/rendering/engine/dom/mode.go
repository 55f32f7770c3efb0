package dom

import (
	"strings"

	"golang.org/x/net/html"
)

// Mode is the rendering mode of a document (Quirks Mode Standard).
type Mode uint8

// The modes. LimitedQuirks differs from Standards only in the height of lines.
const (
	Standards Mode = iota
	LimitedQuirks
	Quirks
)

// modeOf returns the mode of markup by its doctype. Without a doctype, it is Quirks for a complete document, one with
// an html, head or body tag, and Standards for a fragment.
func modeOf(src string) Mode {
	z := html.NewTokenizer(strings.NewReader(src))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return Standards
		case html.DoctypeToken:
			return doctypeMode(z.Token().Data)
		case html.TextToken:
			if strings.Trim(strings.TrimPrefix(string(z.Raw()), "\uFEFF"), " \t\r\n\f") != "" {
				return Standards
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			switch string(name) {
			case "html", "head", "body":
				return Quirks
			case "meta", "title", "style", "link", "base", "script", "noscript", "template":
				if skipped(z, string(name)) {
					continue
				}
			}
			return Standards
		}
	}
}

// skipped advances past an element of the head; it returns false at the end of the markup.
func skipped(z *html.Tokenizer, name string) bool {
	switch name {
	case "meta", "link", "base":
		return true
	}
	for {
		switch z.Next() {
		case html.ErrorToken:
			return false
		case html.EndTagToken:
			if end, _ := z.TagName(); string(end) == name {
				return true
			}
		}
	}
}

// doctypeMode returns the mode that a doctype selects (HTML §13.2.6.4.1).
func doctypeMode(data string) Mode {
	name, public, system, hasPublic, hasSystem := doctypeParts(data)
	public, system = strings.ToLower(public), strings.ToLower(system)
	if name != "html" {
		return Quirks
	}
	if hasPublic {
		switch public {
		case "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html":
			return Quirks
		}
		for _, p := range quirkyIDs {
			if strings.HasPrefix(public, p) {
				return Quirks
			}
		}
	}
	if system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" {
		return Quirks
	}
	html4 := strings.HasPrefix(public, "-//w3c//dtd html 4.01 frameset//") || strings.HasPrefix(public, "-//w3c//dtd html 4.01 transitional//")
	switch {
	case html4 && !hasSystem:
		return Quirks
	case html4, strings.HasPrefix(public, "-//w3c//dtd xhtml 1.0 frameset//"), strings.HasPrefix(public, "-//w3c//dtd xhtml 1.0 transitional//"):
		return LimitedQuirks
	}
	return Standards
}

// quirkyIDs holds the prefixes of the public identifiers that select quirks mode.
var quirkyIDs = strings.Split(`+//silmaril//dtd html pro v0r11 19970101//
-//as//dtd html 3.0 aswedit + extensions//
-//advasoft ltd//dtd html 3.0 aswedit + extensions//
-//ietf//dtd html 2.0 level 1//
-//ietf//dtd html 2.0 level 2//
-//ietf//dtd html 2.0 strict level 1//
-//ietf//dtd html 2.0 strict level 2//
-//ietf//dtd html 2.0 strict//
-//ietf//dtd html 2.0//
-//ietf//dtd html 2.1e//
-//ietf//dtd html 3.0//
-//ietf//dtd html 3.2 final//
-//ietf//dtd html 3.2//
-//ietf//dtd html 3//
-//ietf//dtd html level 0//
-//ietf//dtd html level 1//
-//ietf//dtd html level 2//
-//ietf//dtd html level 3//
-//ietf//dtd html strict level 0//
-//ietf//dtd html strict level 1//
-//ietf//dtd html strict level 2//
-//ietf//dtd html strict level 3//
-//ietf//dtd html strict//
-//ietf//dtd html//
-//metrius//dtd metrius presentational//
-//microsoft//dtd internet explorer 2.0 html strict//
-//microsoft//dtd internet explorer 2.0 html//
-//microsoft//dtd internet explorer 2.0 tables//
-//microsoft//dtd internet explorer 3.0 html strict//
-//microsoft//dtd internet explorer 3.0 html//
-//microsoft//dtd internet explorer 3.0 tables//
-//netscape comm. corp.//dtd html//
-//netscape comm. corp.//dtd strict html//
-//o'reilly and associates//dtd html 2.0//
-//o'reilly and associates//dtd html extended 1.0//
-//o'reilly and associates//dtd html extended relaxed 1.0//
-//sq//dtd html 2.0 hotmetal + extensions//
-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//
-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//
-//spyglass//dtd html 2.0 extended//
-//sun microsystems corp.//dtd hotjava html//
-//sun microsystems corp.//dtd hotjava strict html//
-//w3c//dtd html 3 1995-03-24//
-//w3c//dtd html 3.2 draft//
-//w3c//dtd html 3.2 final//
-//w3c//dtd html 3.2//
-//w3c//dtd html 3.2s draft//
-//w3c//dtd html 4.0 frameset//
-//w3c//dtd html 4.0 transitional//
-//w3c//dtd html experimental 19960712//
-//w3c//dtd html experimental 970421//
-//w3c//dtd w3 html//
-//w3o//dtd w3 html 3.0//
-//webtechs//dtd mozilla html 2.0//
-//webtechs//dtd mozilla html//`, "\n")

// doctypeParts splits the text of a doctype into its name and identifiers.
func doctypeParts(data string) (name, public, system string, hasPublic, hasSystem bool) {
	const space = " \t\r\n\f"
	data = strings.TrimLeft(data, space)
	end := strings.IndexAny(data, space)
	if end < 0 {
		return strings.ToLower(data), "", "", false, false
	}
	name = strings.ToLower(data[:end])
	rest := strings.TrimLeft(data[end:], space)
	if len(rest) < 6 {
		return name, "", "", false, false
	}
	quoted := func() (string, bool) {
		rest = strings.TrimLeft(rest, space)
		if rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return "", false
		}
		v, after, _ := strings.Cut(rest[1:], rest[:1])
		rest = after
		return v, true
	}
	keyword := strings.ToLower(rest[:6])
	rest = rest[6:]
	switch keyword {
	case "public":
		public, hasPublic = quoted()
		system, hasSystem = quoted()
	case "system":
		system, hasSystem = quoted()
	}
	return name, public, system, hasPublic, hasSystem
}
