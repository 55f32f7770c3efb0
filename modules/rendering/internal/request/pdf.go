package request

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
)

// PDFSpec selects the conformance and the attachments of a PDF.
type PDFSpec struct {
	Standards   []string // pdf_a_2b, pdf_a_3b, pdf_ua_1, pdf_x_4
	Attachments []PDFAttachment
	Invoice     *PDFInvoice
	// Forms converts the document's controls to form fields.
	Forms bool
	// Intent is the printing condition that the file is made for, nil for none.
	Intent *PDFIntent
}

// PDFIntent is a printing condition: the ICC profile of a press, and its name in the registry of the ICC or "".
type PDFIntent struct {
	Profile   []byte
	Condition string
}

// PDFAttachment is a file in a PDF. Relationship is source, data, alternative, supplement or empty.
type PDFAttachment struct {
	Name, MediaType string
	Data            []byte
	Description     string
	Relationship    string
}

// PDFInvoice is the XML of an electronic invoice (Factur-X, ZUGFeRD, XRechnung) of which the PDF is the readable form.
type PDFInvoice struct {
	XML     []byte
	Profile string // minimum, basic_wl, basic, en16931 or empty, extended, xrechnung
}

// The API names of the standards.
const (
	archive2   = "pdf_a_2b"
	archive3   = "pdf_a_3b"
	accessible = "pdf_ua_1"
	exchange   = "pdf_x_4"
)

// PDFStandards returns the names of the supported PDF standards.
func PDFStandards() []string { return []string{archive2, archive3, accessible, exchange} }

// invoiceProfiles maps API names to the conformance levels of Factur-X.
var invoiceProfiles = map[string]string{
	"": "EN 16931", "minimum": "MINIMUM", "basic_wl": "BASIC WL", "basic": "BASIC", "en16931": "EN 16931", "extended": "EXTENDED", "xrechnung": "XRECHNUNG",
}

// InvoiceProfiles returns the names of the supported profiles of electronic invoices.
func InvoiceProfiles() []string {
	return []string{"minimum", "basic_wl", "basic", "en16931", "extended", "xrechnung"}
}

// maxAttached is the maximal total size of a PDF's attachments in bytes.
const maxAttached = 8 << 20

// resolvePDF returns the conformance and the attachments of a PDF; nil for neither.
func resolvePDF(s *OutputSpec, o *Output, i int, reject func(field, rule, message string, expected, actual any, fix ...fault.Op)) *engine.PDFOptions {
	if s.PDF == nil {
		return nil
	}
	if o.Format != "pdf" {
		reject("pdf", "pdf_needs_pdf", "pdf is for PDF outputs only.", nil, nil, fault.Remove(fault.Pointer("outputs", i, "pdf")))
		return nil
	}
	out := &engine.PDFOptions{}
	has := func(name string) bool { return slices.Contains(s.PDF.Standards, name) }
	var standard vector.Standard
	switch {
	case has(archive2) && has(archive3):
		reject("pdf/standards", "pdf_standards", "A file conforms to one part of PDF/A: name pdf_a_2b or pdf_a_3b.", nil, List(s.PDF.Standards))
	case has(archive2):
		standard.Archive = 2
	case has(archive3), s.PDF.Invoice != nil:
		standard.Archive = 3
	}
	standard.Accessible, standard.Exchange = has(accessible), has(exchange)
	if v := s.PDF.Intent; v != nil {
		if err := vector.CheckIntent(v.Profile); err != nil {
			reject("pdf/output_intent/profile", "output_intent", fmt.Sprintf("The profile %v.", err), "CMYK", nil)
		}
		out.Intent = &vector.Intent{Profile: v.Profile, Condition: v.Condition}
	} else if standard.Exchange {
		reject("pdf/output_intent", "pdf_standards", "PDF/X-4 needs the profile of the press: add output_intent.", nil, nil)
	}
	if standard.Archive == 2 && (len(s.PDF.Attachments) > 0 || s.PDF.Invoice != nil) {
		reject("pdf/standards", "pdf_standards", "PDF/A-2b has no attachments of other kinds; use pdf_a_3b.", archive3, archive2,
			fault.Replace(fault.Pointer("outputs", i, "pdf", "standards"), List(withArchive3(s.PDF.Standards))))
	}
	out.Files = attachments(s.PDF, i, reject)
	if v := s.PDF.Invoice; v != nil {
		standard.Invoice, standard.InvoiceFile = invoiceProfiles[v.Profile], "factur-x.xml"
		if v.Profile == "xrechnung" {
			standard.InvoiceFile = "xrechnung.xml"
		}
		if err := wellFormed(v.XML); err != nil {
			reject("pdf/invoice/xml", "invoice_xml", fmt.Sprintf("The invoice is not a CrossIndustryInvoice in XML: %v.", err), nil, nil)
		}
		relationship := "Alternative"
		if v.Profile == "minimum" || v.Profile == "basic_wl" {
			relationship = "Data" // these profiles contain less than the readable invoice
		}
		out.Files = append(out.Files, vector.Attachment{Name: standard.InvoiceFile, Type: "text/xml", Description: "Electronic invoice", Relationship: relationship, Data: v.XML})
	}
	if out.Forms = s.PDF.Forms; out.Forms && standard != (vector.Standard{}) {
		reject("pdf/forms", "pdf_forms", "A form's fields use a font of the viewer for what is typed, which PDF/A, PDF/UA and PDF/X forbid: leave forms or the standards out.", false, true,
			fault.Remove(fault.Pointer("outputs", i, "pdf", "forms")))
	}
	if standard != (vector.Standard{}) {
		out.Standard = &standard
	}
	return out
}

func withArchive3(standards []string) []string {
	out := slices.Clone(standards)
	for i := range out {
		if out[i] == archive2 {
			out[i] = archive3
		}
	}
	return out
}

// attachments checks and converts the attachments of a PDF.
func attachments(s *PDFSpec, i int, reject func(field, rule, message string, expected, actual any, fix ...fault.Op)) []vector.Attachment {
	var out []vector.Attachment
	names := map[string]bool{}
	total := 0
	if s.Invoice != nil {
		names["factur-x.xml"], names["xrechnung.xml"] = true, true
		total = len(s.Invoice.XML)
	}
	for k, a := range s.Attachments {
		field := fmt.Sprintf("pdf/attachments/%d", k)
		if names[a.Name] {
			reject(field+"/name", "unique_name", fmt.Sprintf("Two attachments are named %q.", a.Name), nil, a.Name,
				fault.Replace(fault.Pointer("outputs", i, "pdf", "attachments", k, "name"), fmt.Sprintf("%d-%s", k+1, a.Name)))
		}
		names[a.Name] = true
		if total += len(a.Data); total > maxAttached {
			reject(field+"/data", "attachments_size", "The attachments of a PDF have at most 8 MiB together.", int64(maxAttached), int64(total))
			return nil
		}
		kind := a.MediaType
		if kind == "" {
			kind = "application/octet-stream"
		}
		relationship := "Unspecified"
		if a.Relationship != "" {
			relationship = strings.ToUpper(a.Relationship[:1]) + a.Relationship[1:]
		}
		out = append(out, vector.Attachment{Name: a.Name, Type: kind, Description: a.Description, Relationship: relationship, Data: a.Data})
	}
	return out
}

// wellFormed checks that an invoice is well-formed XML with the root element of its standard.
func wellFormed(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	root := ""
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if e, ok := t.(xml.StartElement); ok && root == "" {
			root = e.Name.Local
		}
	}
	if root != "CrossIndustryInvoice" {
		return fmt.Errorf("its root element is %q", root)
	}
	return nil
}
