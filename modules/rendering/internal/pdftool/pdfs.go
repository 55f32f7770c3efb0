// Package pdftool holds the types of work on existing PDF files: requests, the work they become, and problems with it.
package pdftool

import (
	"context"
)

// Operation is a kind of work on PDFs.
type Operation string

// The operations.
const (
	Merge   Operation = "merge"
	Split   Operation = "split"
	Rotate  Operation = "rotate"
	Stamp   Operation = "stamp"
	Encrypt Operation = "encrypt"
	Decrypt Operation = "decrypt"
)

// Limits of work on PDFs.
const (
	// MaxPages is the number of pages that the files of a request have together.
	MaxPages = 2000
	// MaxParts is the number of files that a split makes.
	MaxParts = 100
	// MaxBytes is the size of the files of a request together.
	MaxBytes = 64 << 20
)

// Settings are the settings of the operations; each uses its own.
type Settings struct {
	// By is the angle of a rotation in degrees, clockwise.
	By int `json:"by,omitempty"`
	// Every is the number of pages of the parts of a split without Pages.
	Every int `json:"every,omitempty"`
	// Pages are ranges such as 1-3,5,8-; "" for all.
	Pages string `json:"pages,omitempty"`
	// The settings of a stamp.
	Text     string  `json:"text,omitempty"`
	Position string  `json:"position,omitempty"`
	Opacity  float64 `json:"opacity,omitempty"`
	Angle    float64 `json:"angle,omitempty"`
	Size     int     `json:"size,omitempty"`
	Scale    float64 `json:"scale,omitempty"`
	Color    string  `json:"color,omitempty"`
	Behind   bool    `json:"behind,omitempty"`
	// Allow names what readers of an encrypted file permit.
	Allow []string `json:"allow,omitempty"`
	// The passwords are not part of the JSON, which is stored.
	OwnerPassword string `json:"-"`
	UserPassword  string `json:"-"`
}

// Editor works on existing PDF files.
type Editor interface {
	// Edit does the work within bounds of time and memory, also on hostile files. The errors are a *Problem, a
	// RATE_LIMIT_EXCEEDED fault when too much work is under way, that of ctx, and internal ones.
	Edit(ctx context.Context, w *Work) ([]Part, error)
}

// Work is work on files.
type Work struct {
	Operation Operation
	Files     [][]byte
	// Image (a PNG or JPEG) or Overlay (a PDF), if set, are what a stamp puts on pages instead of Text.
	Image, Overlay []byte
	// Mark puts the mark of test mode on each page.
	Mark bool
	Settings
}

// Part is a resulting file.
type Part struct {
	Data  []byte
	Pages int
	// From and To are the pages of the source that a part of a split has, 0 for other results.
	From, To int
}
