package vector

import (
	"fmt"
	"slices"
	"strings"
)

// Standard selects the standards that a PDF conforms to besides ISO 32000-1.
type Standard struct {
	// Archive is the part of ISO 19005 at conformance level B: 2, 3, or 0 for none. Only part 3 permits arbitrary
	// attachments.
	Archive int
	// Accessible selects ISO 14289-1, PDF/UA-1.
	Accessible bool
	// Exchange selects ISO 15930-7, PDF/X-4, which requires Options.Intent.
	Exchange bool
	// Invoice is the conformance level of the electronic invoice in the attachment InvoiceFile, "" for none.
	Invoice, InvoiceFile string
}

func (s *Standard) accessible() bool { return s != nil && s.Accessible }

func (s *Standard) exchange() bool { return s != nil && s.Exchange }

// Attachment is an embedded file.
type Attachment struct {
	Name, Type, Description string
	// Relationship is the file's relationship to the document: Source, Data, Alternative, Supplement or Unspecified.
	Relationship string
	Data         []byte
}

// StandardError reports content that violates the requested standard.
type StandardError struct{ Message string }

// Error implements error.
func (e *StandardError) Error() string { return e.Message }

// maxSaved is the maximum nesting of q and Q in PDF/A (ISO 19005-2 §6.1.13).
const maxSaved = 28

// checkAccessible checks the metadata that PDF/UA requires and that cannot be derived.
func (p *pdfWriter) checkAccessible() error {
	fail := func(format string, a ...any) error { return &StandardError{fmt.Sprintf(format, a...)} }
	switch {
	case strings.TrimSpace(p.o.Title) == "":
		return fail("PDF/UA needs a title: add a <title> to the document")
	case strings.TrimSpace(p.o.Language) == "":
		return fail("PDF/UA needs the language of the text: add lang to the html element, or a locale to the request")
	case p.structure == nil:
		return nil
	}
	level := 0
	for _, id := range p.structure.order {
		switch t := &p.structure.elements[id].tag; {
		case t.Role == "Figure" && t.Alt == "":
			return fail("PDF/UA needs a description of every image: add alt to %s, or alt=\"\" if it is decoration", t.Text)
		case len(t.Role) == 2 && t.Role[0] == 'H' && t.Role[1] >= '1' && t.Role[1] <= '6':
			n := int(t.Role[1] - '0')
			if n > level+1 {
				return fail("PDF/UA needs headings without gaps: an h%d follows the level %d", n, level)
			}
			level = n
		}
	}
	return nil
}

// checkExchange checks what PDF/X-4 requires and cannot be derived (ISO 15930-7 §6.2, §6.19).
func (p *pdfWriter) checkExchange() error {
	switch {
	case p.o.Intent == nil:
		return &StandardError{"PDF/X-4 needs the profile of the press: add an output intent"}
	case strings.TrimSpace(p.o.Title) == "":
		return &StandardError{"PDF/X-4 needs a title: add a <title> to the document"}
	}
	return nil
}

// writeFiles writes the attachments and returns the catalog's entries for them (ISO 32000-2 §7.11.4, §14.13).
func (p *pdfWriter) writeFiles() string {
	if len(p.o.Files) == 0 {
		return ""
	}
	var names, refs []string
	files := slices.Clone(p.o.Files)
	slices.SortFunc(files, func(a, b Attachment) int { return strings.Compare(utf16Hex(a.Name), utf16Hex(b.Name)) })
	for _, f := range files {
		// A fixed date: the same request gives the same bytes.
		data := p.stream(fmt.Sprintf("/Type /EmbeddedFile /Subtype /%s /Params << /Size %d /ModDate (D:19700101000000Z) >>", nameObject(f.Type), len(f.Data)), f.Data, 1, 0)
		description := ""
		if f.Description != "" {
			description = " /Desc <FEFF" + utf16Hex(f.Description) + ">"
		}
		relationship := f.Relationship
		if relationship == "" {
			relationship = "Unspecified"
		}
		name := "<FEFF" + utf16Hex(f.Name) + ">"
		ref := p.object(fmt.Sprintf("<< /Type /Filespec /F %s /UF %s /AFRelationship /%s%s /EF << /F %d 0 R /UF %d 0 R >> >>", name, name, relationship, description, data, data))
		names = append(names, fmt.Sprintf("%s %d 0 R", name, ref))
		refs = append(refs, fmt.Sprintf("%d 0 R", ref))
	}
	return fmt.Sprintf(" /Names << /EmbeddedFiles << /Names [%s] >> >> /AF [%s]", strings.Join(names, " "), strings.Join(refs, " "))
}
