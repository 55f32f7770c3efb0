package pdftool

import (
	"encoding/json"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Request asks for work on PDFs.
type Request struct {
	Operation Operation
	Files     []Source
	// Image or Overlay, if set, are what a stamp puts on pages instead of Text.
	Image   *Image
	Overlay *Source
	// Name is that of the results, "" for the operation's.
	Name    string
	BrandID string
	Settings
}

// Source is a stored PDF or the bytes of one.
type Source struct {
	PDFID string
	Data  []byte
}

// Image is an asset, a stored image or the bytes of an image.
type Image struct {
	AssetID, ImageID string
	Data             []byte
}

// Path returns the path of a file in the request.
func (r *Request) Path(file int) string {
	if r.Operation == Merge {
		return fault.Pointer("files", file)
	}
	return "/file"
}

// ErrSplit rejects a split with two rules for its parts.
var ErrSplit = fault.Rules(fault.Detail{Path: "/every", Rule: "one_of", Expected: []any{"every", "pages"}, Message: "Give either every or pages.", FixPatch: []fault.Op{fault.Remove("/every")}})

// Check checks the rules that need no file.
func (r *Request) Check() error {
	if r.Operation == Encrypt && r.OwnerPassword == r.UserPassword {
		return fault.Rules(fault.Detail{Path: "/user_password", Rule: "pdf_passwords_equal", Message: "The passwords of the user and the owner must differ: otherwise everyone who opens the file is its owner."})
	}
	return nil
}

// Summary returns the request as it is stored: the operation, its settings without passwords, and the hashes of its files.
func (r *Request) Summary(w *Work, hash func(data []byte) string) ([]byte, error) {
	s := struct {
		Operation string   `json:"operation"`
		Files     []string `json:"files"`
		Image     string   `json:"image,omitempty"`
		PDF       string   `json:"pdf,omitempty"`
		Name      string   `json:"name,omitempty"`
		BrandID   string   `json:"brand_id,omitempty"`
		UserLock  bool     `json:"user_password_set,omitempty"`
		Settings
	}{Operation: "pdf." + string(r.Operation), Name: r.Name, BrandID: r.BrandID, UserLock: r.UserPassword != "", Settings: r.Settings}
	for _, f := range w.Files {
		s.Files = append(s.Files, hash(f))
	}
	if w.Image != nil {
		s.Image = hash(w.Image)
	}
	if w.Overlay != nil {
		s.PDF = hash(w.Overlay)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("writing a summary: %w", err)
	}
	return text, nil
}

// names are the default names of results.
var names = map[Operation]string{Merge: "merged", Split: "part", Rotate: "rotated", Stamp: "stamped", Encrypt: "encrypted", Decrypt: "decrypted"}

// ResultName returns the name of a result.
func (r *Request) ResultName(part Part) string {
	name := r.Name
	if name == "" {
		name = names[r.Operation]
	}
	switch {
	case part.From == 0:
		return name
	case part.From == part.To:
		return fmt.Sprintf("%s-%d", name, part.From)
	}
	return fmt.Sprintf("%s-%d-%d", name, part.From, part.To)
}
