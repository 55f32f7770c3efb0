package record

import (
	"encoding/json"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
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

// Job is an asynchronous render as presented to clients.
type Job struct {
	ID              string
	Workspace       ident.Workspace
	Mode            ident.Mode
	BrandID         string // "" if there is none
	Status          Status
	RequestHash     string
	EngineName      string
	EngineVersion   string
	Seed            int32
	Completed       int // rendered outputs
	Total           int // requested outputs
	FramesCompleted int // rendered frames of animations
	FramesTotal     int // 0 until an animation has begun
	Outputs         []Rendered
	Warnings        []request.Warning
	Error           *fault.Error
	Attempts        int
	Sequence        int64
	CreatedAt       time.Time
	StartedAt       *time.Time
	FinishedAt      *time.Time
	ExpiresAt       *time.Time // of a queued job: the time at which it fails unless it has begun
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
	Pins           plan.Pins
	Outputs        []Rendered
	Warnings       []request.Warning
	Reports        []draw.Report
	CreditsCharged int
	Cached         bool
	DecisionID     string
	Metadata       map[string]string
	Timings        draw.Timings // zero for a cached result
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
	URL      string `json:"-"`      // derived from the base URL when read
	Pages    int    `json:"pages,omitempty"`
	Data     []byte `json:"-"` // only with inline delivery
}

// ID returns the id of the image or PDF.
func (r *Rendered) ID() string {
	if r.PDFID != "" {
		return r.PDFID
	}
	return r.ImageID
}

// URL returns the immutable public URL of a file.
func (r *Recorder) URL(o *Rendered) string {
	return r.BaseURL + "/cdn/" + o.ID() + "." + request.FormatByName(o.Format).Extension
}

// The kinds of stored files.
const (
	KindImage = "image"
	KindPDF   = "pdf"
)

// Image is a stored image or PDF as presented to clients.
type Image struct {
	Rendered
	ID            string
	RenderID      string
	JobID         string
	RequestHash   string
	EngineName    string
	EngineVersion string
	Seed          int32
	Watermarked   bool
	Mode          ident.Mode
	CreatedAt     time.Time
	Metadata      map[string]string
}

// Image converts a row to an Image.
func (r *Recorder) Image(row *store.Image) *Image {
	i := &Image{
		ID: row.ID, RenderID: row.RenderID, JobID: row.JobID, RequestHash: row.RequestHash, EngineName: row.EngineName, EngineVersion: row.EngineVersion,
		Seed: row.Seed, Watermarked: row.Watermarked, CreatedAt: row.CreatedAt, Mode: mode(row.Livemode),
		Rendered: Rendered{
			Name: row.Name, Format: row.Format, MIMEType: row.MIMEType, Width: row.Width, Height: row.Height, Bytes: row.Bytes, SHA256: row.SHA256, Pages: row.Pages,
		},
	}
	if row.Kind == KindPDF {
		i.PDFID = row.ID
	} else {
		i.ImageID = row.ID
	}
	i.URL = r.URL(&i.Rendered)
	_ = json.Unmarshal(row.Metadata, &i.Metadata) // this package wrote it
	return i
}

// Job converts a row to a Job.
func (r *Recorder) Job(row *store.Job) *Job {
	j := &Job{
		ID: row.ID, Workspace: ident.Workspace(row.WorkspaceID), Mode: mode(row.Livemode), BrandID: row.BrandID, Status: Status(row.Status), RequestHash: row.RequestHash,
		EngineName: row.EngineName, EngineVersion: row.EngineVersion, Seed: row.Seed, Completed: row.Completed, Total: row.Total, FramesCompleted: row.FramesCompleted, FramesTotal: row.FramesTotal,
		Error: failureOf(row), Attempts: row.Attempts, Sequence: row.Sequence, CreatedAt: row.CreatedAt, StartedAt: row.StartedAt,
		FinishedAt: row.FinishedAt, ExpiresAt: row.ExpiresAt, CreditsReserved: row.CreditsReserved, CreditsCharged: row.CreditsCharged,
		WebhookIDs: row.WebhookIDs, DecisionID: row.DecisionID,
	}
	// The columns were written by this module; one that cannot be decoded is left empty.
	_ = json.Unmarshal(row.Outputs, &j.Outputs)
	_ = json.Unmarshal(row.Warnings, &j.Warnings)
	_ = json.Unmarshal(row.Metadata, &j.Metadata)
	for i := range j.Outputs {
		j.Outputs[i].URL = r.URL(&j.Outputs[i])
	}
	return j
}

// mode returns the mode of a row.
func mode(livemode bool) ident.Mode {
	if livemode {
		return ident.Live
	}
	return ident.Test
}
