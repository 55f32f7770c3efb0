package rendering

import (
	"crypto/ed25519"
	"time"

	"github.com/platenhq/platen/modules/rendering/internal/chromium"
)

// Config is the module's configuration.
type Config struct {
	// BaseURL is where clients reach the service, without a slash at the end.
	BaseURL string
	// ReceiptKey signs receipts.
	ReceiptKey ed25519.PrivateKey
	// PreviewTimeout and JobTimeout bound one render.
	PreviewTimeout time.Duration `env:"PLATEN_PREVIEW_TIMEOUT" default:"25s" doc:"The longest a preview may take."`
	JobTimeout     time.Duration `env:"PLATEN_JOB_TIMEOUT" default:"60s" doc:"The longest one attempt of a render job may take."`
	// Workers is how many goroutines draw one picture.
	Workers int `env:"PLATEN_RENDER_THREADS" default:"1" doc:"Goroutines that draw one picture. More are faster for one, fewer give more pictures a second under load."`
	// FFmpeg is the program that writes MP4 files.
	FFmpeg string `env:"PLATEN_FFMPEG" doc:"Path of the ffmpeg that writes MP4 files; unset takes the one of the search path, off none."`
	// FileCache is how many bytes of small public files are kept in memory.
	FileCache int `env:"PLATEN_FILE_CACHE" default:"67108864" doc:"Bytes of memory for public files that are asked for often; 0 keeps none."`
	// Browser is the other engine.
	Browser chromium.Config
}

// The numbers of a job's life.
const (
	leaseTime   = 20 * time.Second
	leaseBeat   = 5 * time.Second
	sweepEvery  = 5 * time.Second
	queueExpiry = 15 * time.Minute
	maxDeaths   = 2 // lease losses that poison a job
	maxFailures = 2 // deterministic renderer errors: once more, then failed
	maxAttempts = 3
)
