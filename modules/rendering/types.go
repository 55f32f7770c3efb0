package rendering

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/pdftool"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Requests.
type (
	// Request is a render request that matches its schema.
	Request = request.Request
	// Operation is the mode of a request.
	Operation = request.Operation
	// Ref refers to a versioned object; Version 0 is the published one.
	Ref = request.Ref
	// OutputSpec is one requested output.
	OutputSpec = request.OutputSpec
	// Output is one file to render, with every default filled in.
	Output = request.Output
	// PDFSpec selects the conformance and the attachments of a PDF.
	PDFSpec = request.PDFSpec
	// PDFAttachment is a file in a PDF.
	PDFAttachment = request.PDFAttachment
	// PDFInvoice is an electronic invoice in a PDF.
	PDFInvoice = request.PDFInvoice
	// PDFIntent is the printing condition of a PDF.
	PDFIntent = request.PDFIntent
	// PaperSpec is the paper of a PDF.
	PaperSpec = request.PaperSpec
	// AnimationSpec configures the sampling of an animation.
	AnimationSpec = request.AnimationSpec
	// OnMissing selects the treatment of a missing variable, glyph or image.
	OnMissing = request.OnMissing
	// Assert is a set of conditions on the layout of one node.
	Assert = request.Assert
	// Warning reports something that the caller may want to fix.
	Warning = request.Warning
	// FormatInfo describes a file format for documentation.
	FormatInfo = request.FormatInfo
	// PresetInfo is a named output size.
	PresetInfo = request.PresetInfo
	// LimitInfo is a limit on requests, for documentation.
	LimitInfo = request.LimitInfo
)

// The operations.
const (
	Preview = request.Preview
	Queue   = request.Queue
)

// Formats returns the sorted names of the formats that are always available: all but mp4.
func Formats() []string { return request.Formats() }

// Presets returns the names of the presets in the order of the documentation.
func Presets() []string { return request.Presets() }

// PDFStandards returns the names of the supported PDF standards.
func PDFStandards() []string { return request.PDFStandards() }

// InvoiceProfiles returns the names of the supported profiles of electronic invoices.
func InvoiceProfiles() []string { return request.InvoiceProfiles() }

// FormatList returns the formats that are always available, sorted by name.
func FormatList() []FormatInfo { return request.FormatList() }

// PresetList returns the presets in the order of the documentation. The caller must not modify it.
func PresetList() []PresetInfo { return request.PresetList() }

// LimitList returns the limits of one request.
func (m *Module) LimitList() []LimitInfo { return request.LimitList(m.cfg.MaxPixels) }

// Work on existing PDFs.
type (
	// PDFRequest asks for work on PDFs.
	PDFRequest = pdftool.Request
	// PDFSource is a stored PDF or the bytes of one.
	PDFSource = pdftool.Source
	// PDFImage is an asset, a stored image or the bytes of an image.
	PDFImage = pdftool.Image
	// PDFOperation is a kind of work on PDFs.
	PDFOperation = pdftool.Operation
	// PDFEditor works on existing PDF files.
	PDFEditor = pdftool.Editor
	// PDFWork is work on files.
	PDFWork = pdftool.Work
	// PDFPart is a resulting file.
	PDFPart = pdftool.Part
	// PDFProblem is an error of such work that the caller can correct.
	PDFProblem = pdftool.Problem
)

// The operations on PDFs.
const (
	MergePDFs  = pdftool.Merge
	SplitPDF   = pdftool.Split
	RotatePDF  = pdftool.Rotate
	StampPDF   = pdftool.Stamp
	EncryptPDF = pdftool.Encrypt
	DecryptPDF = pdftool.Decrypt
)

// The kinds of a PDFProblem.
const (
	PDFMalformed    = pdftool.Malformed
	PDFEncrypted    = pdftool.Encrypted
	PDFPassword     = pdftool.Password
	PDFSetting      = pdftool.Setting
	TooManyPDFPages = pdftool.TooManyPages
	TooManyPDFParts = pdftool.TooManyParts
	PDFLimit        = pdftool.Limit
)

// Limits of work on PDFs.
const (
	MaxPDFPages = pdftool.MaxPages
	MaxPDFParts = pdftool.MaxParts
)

// ErrPDFSplit rejects a split with two rules for its parts.
var ErrPDFSplit = pdftool.ErrSplit

// Results of renders and stored objects.
type (
	// Pins holds the exact versions that a request was resolved with.
	Pins = plan.Pins
	// Render is a finished preview.
	Render = record.Render
	// Rendered is one finished file of a render.
	Rendered = record.Rendered
	// Report is the layout of one output.
	Report = draw.Report
	// ReportBox is an element of a layout report.
	ReportBox = draw.ReportBox
	// Timings holds the durations of the stages of a render.
	Timings = draw.Timings
	// Job is an asynchronous render as presented to clients.
	Job = record.Job
	// Status is the state of a job.
	Status = record.Status
	// Image is a stored image or PDF as presented to clients.
	Image = record.Image
	// ExternalImage is a finished image of another module.
	ExternalImage = record.ExternalImage
	// Receipt is proof of how a file was made.
	Receipt = record.Receipt
	// ReceiptInput is a file that affected the bytes of an image.
	ReceiptInput = record.ReceiptInput
)

// The states of a job.
const (
	Queued     = record.Queued
	Processing = record.Processing
	Completed  = record.Completed
	Failed     = record.Failed
	Canceled   = record.Canceled
)

// The events at the end of a job.
const (
	EventCompleted = record.EventCompleted
	EventFailed    = record.EventFailed
	EventCanceled  = record.EventCanceled
)

// Result is a finished or queued render: exactly one of the two is set.
type Result struct {
	Render *Render
	Job    *Job
}

// Rendering without a service.
type (
	// Local renders requests natively without a service.
	Local = draw.Local
	// Drawing is one rendered output of a request.
	Drawing = draw.Drawing
)

// NewLocal returns a Local. ffmpeg selects the program for mp4: a path, "" to search PATH, or "off".
func NewLocal(e *engine.Engine, ffmpeg string) *Local { return draw.NewLocal(e, ffmpeg) }

// WritePixels encodes 8-bit RGBA with straight alpha as a PNG file, with the test mark if marked.
func WritePixels(ctx context.Context, e *engine.Engine, pix []byte, width, height int, marked bool) ([]byte, error) {
	return draw.WritePixels(ctx, e, pix, width, height, marked)
}

// MarkSVG adds the test mark to an SVG file.
func MarkSVG(ctx context.Context, e *engine.Engine, svg []byte, width, height int) ([]byte, error) {
	return draw.MarkSVG(ctx, e, svg, width, height)
}

// EngineVersion returns the version of the native engine.
func EngineVersion() string { return engine.Version }

// SHA256 returns the hex hash of a file.
func SHA256(data []byte) string { return inputs.SHA256(data) }

// BrowserProgram returns the path and version of the browser for a configuration. The error names what to install or
// configure.
func BrowserProgram(cfg Config) (path, version string, err error) { return chromium.Find(cfg.Browser) }

// VideoProgram returns the path of the ffmpeg for a configuration, "" if there is none.
func VideoProgram(cfg Config) string { return draw.FindVideo(cfg.FFmpeg).Path() }
