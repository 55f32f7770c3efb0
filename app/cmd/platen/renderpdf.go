package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/platenhq/platen/modules/rendering"
)

// pdfFlags are the flags of platen render for the standards and attachments of a PDF.
type pdfFlags struct {
	standards        []string
	attach           []string
	invoice, profile string
	forms            bool
	intent           string
	condition        string
}

func (f *pdfFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&f.standards, "pdf-standard", nil, "conformance of a PDF: "+strings.Join(rendering.PDFStandards(), ", "))
	fs.StringArrayVar(&f.attach, "attach", nil, "a file to attach to a PDF; may be repeated")
	fs.StringVar(&f.invoice, "invoice", "", "the XML file of an electronic invoice (Factur-X, ZUGFeRD) to embed in the PDF")
	fs.BoolVar(&f.forms, "pdf-forms", false, "convert inputs, text areas, check boxes, radio buttons and menus to form fields of the PDF")
	fs.StringVar(&f.intent, "output-intent", "", "the ICC profile of the press that a PDF is made for (CMYK, an output profile)")
	fs.StringVar(&f.condition, "output-condition", "", "the name of the printing condition of --output-intent in the registry of the ICC, such as FOGRA39")
	fs.StringVar(&f.profile, "invoice-profile", "", "the invoice's profile: "+strings.Join(rendering.InvoiceProfiles(), ", ")+" (default en16931)")
}

func (f *pdfFlags) isSet() bool {
	return len(f.standards) > 0 || len(f.attach) > 0 || f.invoice != "" || f.profile != "" || f.forms || f.intent != "" || f.condition != ""
}

// check validates the flags that the rules of outputs do not cover.
func (f *pdfFlags) check(format string) error {
	for i, s := range f.standards {
		f.standards[i] = strings.NewReplacer("-", "_", "/", "_").Replace(strings.ToLower(s))
		if !slices.Contains(rendering.PDFStandards(), f.standards[i]) {
			return usage("--pdf-standard is %q; it must be %s", s, strings.Join(rendering.PDFStandards(), ", "))
		}
	}
	switch {
	case f.profile != "" && f.invoice == "":
		return usage("--invoice-profile is the profile of --invoice, which is missing")
	case f.profile != "" && !slices.Contains(rendering.InvoiceProfiles(), f.profile):
		return usage("--invoice-profile is %q; it must be %s", f.profile, strings.Join(rendering.InvoiceProfiles(), ", "))
	case f.condition != "" && f.intent == "":
		return usage("--output-condition is the name of --output-intent, which is missing")
	case f.isSet() && format != "pdf":
		return usage("--pdf-standard, --pdf-forms, --attach, --invoice and --output-intent are for PDF; the output is %s", format)
	}
	return nil
}

// spec reads the files; nil when no flag was given.
func (f *pdfFlags) spec() (*rendering.PDFSpec, error) {
	if !f.isSet() {
		return nil, nil
	}
	out := &rendering.PDFSpec{Standards: f.standards, Forms: f.forms}
	for _, name := range f.attach {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading an attachment: %w", err)
		}
		out.Attachments = append(out.Attachments, rendering.PDFAttachment{Name: filepath.Base(name), MediaType: mediaTypes[strings.ToLower(filepath.Ext(name))], Data: data})
	}
	if f.invoice != "" {
		data, err := os.ReadFile(f.invoice)
		if err != nil {
			return nil, fmt.Errorf("reading the invoice: %w", err)
		}
		out.Invoice = &rendering.PDFInvoice{XML: data, Profile: f.profile}
	}
	if f.intent != "" {
		data, err := os.ReadFile(f.intent)
		if err != nil {
			return nil, fmt.Errorf("reading the output intent: %w", err)
		}
		out.Intent = &rendering.PDFIntent{Profile: data, Condition: f.condition}
	}
	return out, nil
}

// mediaTypes maps file extensions of attachments. The system's table is not used, because it would affect the bytes.
var mediaTypes = map[string]string{
	".csv": "text/csv", ".json": "application/json", ".xml": "text/xml", ".txt": "text/plain", ".md": "text/markdown", ".html": "text/html",
	".pdf": "application/pdf", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml", ".zip": "application/zip",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
