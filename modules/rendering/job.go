package rendering

import (
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Status is the state of a job. queued → processing → completed | failed;
// queued and processing → canceled; processing → queued when a lease is lost.
type Status string

// The states.
const (
	Queued     Status = "queued"
	Processing Status = "processing"
	Completed  Status = "completed"
	Failed     Status = "failed"
	Canceled   Status = "canceled"
)

// Terminal reports whether a job in this state has ended.
func (s Status) Terminal() bool { return s == Completed || s == Failed || s == Canceled }

// Job is an asynchronous render as clients see it.
type Job struct {
	ID              string
	Workspace       ident.Workspace
	Mode            ident.Mode
	Status          Status
	RequestHash     string
	EngineName      string
	EngineVersion   string
	Seed            int32
	Completed       int // outputs made
	Total           int // outputs wanted
	Outputs         []Rendered
	Warnings        []Warning
	Error           *fault.Error
	Attempts        int
	Sequence        int64
	CreatedAt       time.Time
	StartedAt       *time.Time
	FinishedAt      *time.Time
	ExpiresAt       *time.Time // of a queued job: when it fails unless begun
	CreditsReserved int
	CreditsCharged  int
	Metadata        map[string]string
	WebhookIDs      []string
	DecisionID      string
}

// Render is a finished preview.
type Render struct {
	ID             string
	Mode           ident.Mode
	RequestHash    string
	EngineName     string
	EngineVersion  string
	Seed           int32
	Pins           Pins
	Outputs        []Rendered
	Warnings       []Warning
	Reports        []Report
	CreditsCharged int
	Cached         bool
	DecisionID     string
	Metadata       map[string]string
	Timings        Timings // zero when the result was there already
}

// Rendered is one finished file of a render.
type Rendered struct {
	Name     string `json:"name"`
	ImageID  string `json:"image_id,omitempty"`
	PDFID    string `json:"pdf_id,omitempty"`
	Format   string `json:"format"`
	MIMEType string `json:"mime_type"`
	Width    int    `json:"width"`  // device pixels
	Height   int    `json:"height"` // device pixels
	Bytes    int    `json:"bytes"`
	SHA256   string `json:"sha256"` // hex
	URL      string `json:"-"`      // made from the base address when read
	Pages    int    `json:"pages,omitempty"`
	Data     []byte `json:"-"` // with delivery inline
}

// Warning is something the caller may want to mend.
type Warning struct {
	Code    string `json:"code"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
}
