package pdftool

import (
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
)

// ProblemKind says what is wrong with work on PDFs.
type ProblemKind string

// The kinds of problems.
const (
	Malformed    ProblemKind = "malformed" // the file is not a PDF
	Encrypted    ProblemKind = "encrypted" // the file is encrypted
	Password     ProblemKind = "password"  // the password does not open the file
	Setting      ProblemKind = "setting"   // a setting does not fit the files
	TooManyPages ProblemKind = "pages"     // the files have too many pages
	TooManyParts ProblemKind = "parts"     // a split has too many parts
	Limit        ProblemKind = "limit"     // the work takes too much time or memory
)

// Problem is an error that the caller can correct.
type Problem struct {
	Kind ProblemKind
	// File is the index of the file. Overlay is set if it is the stamp instead.
	File    int
	Overlay bool
	// Setting is the name in JSON of a setting, or file, text or image.
	Setting string
	// Actual is a count that exceeds its limit.
	Actual int
	// Time and Memory (in MiB) are the bounds that were exceeded.
	Time   time.Duration
	Memory int
	// Message has the details. Except for a setting they are for operators.
	Message string
}

// Error implements error.
func (p *Problem) Error() string { return fmt.Sprintf("%s: %s", p.Kind, p.Message) }

// Fault returns the problem as a fault of a request.
func (p *Problem) Fault(r *Request) error {
	at := r.Path(p.File)
	if p.Overlay {
		at = "/pdf"
	}
	var d fault.Detail
	switch p.Kind {
	case Encrypted:
		d = fault.Detail{Path: at, Rule: "pdf_encrypted", Message: "The file is encrypted. Decrypt it with POST /api/v1/pdf/decrypt first, and encrypt the result last."}
	case Password:
		d = fault.Detail{Path: "/owner_password", Rule: "pdf_password", Message: "The password does not decrypt the file. It must be the password of the owner; that of the user only opens the file."}
	case Setting:
		d = p.setting(at)
	case TooManyPages:
		d = fault.Detail{Path: at, Rule: "pdf_pages", Expected: int64(MaxPages), Actual: int64(p.Actual), Message: fmt.Sprintf("The files of a request have at most %d pages together; split the work.", MaxPages)}
	case TooManyParts:
		d = fault.Detail{Path: "/every", Rule: "pdf_parts", Expected: int64(MaxParts), Actual: int64(p.Actual), Message: fmt.Sprintf("A split has at most %d parts; set every to more pages, or split ranges of pages.", MaxParts)}
		if r.Pages != "" {
			d.Path = "/pages"
		}
	case Limit:
		d = fault.Detail{Path: at, Rule: "pdf_too_complex", Expected: fmt.Sprintf("%v, %d MiB", p.Time, p.Memory),
			Message: fmt.Sprintf("Work on the file takes more than %v or %d MiB of memory; split the work, or use platen pdf with a larger --timeout and --max-memory.", p.Time, p.Memory)}
	default:
		d = fault.Detail{Path: at, Rule: "pdf_malformed", Message: "The file cannot be read as a PDF: it is damaged, or has another format. Repair it with another program, such as qpdf."}
	}
	return fault.Rules(d).Because(p)
}

// setting returns the detail of a setting that does not fit; at is the path of the file.
func (p *Problem) setting(at string) fault.Detail {
	switch p.Setting {
	case "pages":
		return fault.Detail{Path: "/pages", Rule: "pdf_page_ranges", Expected: "1-3,5,8-", Message: upper(p.Message) + "."}
	case "text":
		return fault.Detail{Path: "/text", Rule: "pdf_stamp_text", Message: upper(p.Message) + "."}
	case "image":
		return fault.Detail{Path: "/image", Rule: "pdf_stamp_image", Expected: []any{"image/png", "image/jpeg"}, Message: "The image must be a PNG or JPEG of at most 40 megapixels."}
	case "file":
		return fault.Detail{Path: at, Rule: "pdf_not_encrypted", Message: "The file is not encrypted; use it as it is."}
	}
	return fault.Detail{Path: fault.Pointer(p.Setting), Rule: "pdf_setting", Message: upper(p.Message) + "."}
}

// upper returns a sentence with a capital first letter.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
