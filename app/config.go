package app

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/platenhq/platen/app/infra"
	"github.com/platenhq/platen/app/pdfwork"
	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/serve"
	"github.com/platenhq/platen/modules/platform/telemetry"
	"github.com/platenhq/platen/modules/policy"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/signing"
	"github.com/platenhq/platen/modules/webhooks"
)

// ReleaseKey is the minisign public key of the project's releases; a release that is signed sets it at link time.
var ReleaseKey string

// Role is the part of the service that a process runs.
type Role string

// The roles: one process that does everything, or separate processes that serve requests and that run jobs.
const (
	All    Role = "all"
	API    Role = "api"
	Worker Role = "worker"
)

// ParseRole returns the role of that name.
func ParseRole(s string) (Role, error) {
	switch r := Role(s); r {
	case All, API, Worker:
		return r, nil
	default:
		return "", fmt.Errorf("--role: %q is not all, api or worker", s)
	}
}

// Infra are the settings of the infrastructure.
type Infra = infra.Config

// Config is everything that can be set. LoadConfig fills it.
type Config struct {
	Serve   serve.Config
	BaseURL string `env:"PLATEN_BASE_URL" doc:"Where clients reach the service; unset: http:// and the address."`
	Infra
	Audience    string   `env:"PLATEN_AUDIENCE" default:"platen" doc:"The value that the aud claim of JWTs must equal."`
	Trusted     []string `env:"PLATEN_TRUSTED_PROXIES" doc:"Networks (CIDR) of proxies whose X-Forwarded-For is believed."`
	Egress      egress.Config
	Rates       ratelimit.Config
	Admission   admission.Config
	Submissions admission.QueueConfig
	BodyMemory  int64 `env:"PLATEN_BODY_MEMORY" default:"268435456" doc:"Bytes that the bodies of all uploads and requests with PDFs in progress may have in this process; further ones are rejected with 429, rule overloaded."`
	Auth        auth.Config
	Credits     credits.Config
	Jobs        jobs.Config
	Rendering   rendering.Config
	Signing     signing.Config
	Webhooks    webhooks.Config
	Policy      policy.Config
	AI          ai.Config
	PDFs        pdfwork.Config
	Telemetry   telemetry.Config
}

// LoadConfig reads the configuration from the sources, of which the first with a value wins, and derives
// defaults from other settings. The error names every problem.
func LoadConfig(sources ...conf.Source) (Config, *conf.Report, error) {
	var c Config
	report, err := conf.Load(&c, sources...)
	if err != nil {
		return c, report, err
	}
	if c.DataDir == "" {
		c.DataDir = defaultDataDir()
	}
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil {
		return c, report, fmt.Errorf("PLATEN_DATA_DIR: %w", err)
	}
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	return c, report, nil
}

// ConfigOf returns the configuration in which only the given variables are set, for tests that run the
// process.
func ConfigOf(values map[string]string) (Config, error) {
	c, _, err := LoadConfig(conf.Map("test", values))
	return c, err
}

// Validate checks the settings of the process itself.
func (c *Config) Validate() error {
	var problems []error
	if c.BaseURL != "" {
		problems = append(problems, conf.AbsoluteURL("PLATEN_BASE_URL", c.BaseURL))
	}
	if c.DatabaseMax < 4 || c.DatabaseMax > 1000 {
		problems = append(problems, fmt.Errorf("PLATEN_DATABASE_CONNECTIONS: %d is outside 4…1000", c.DatabaseMax))
	}
	if c.BodyMemory < 64<<20 {
		problems = append(problems, fmt.Errorf("PLATEN_BODY_MEMORY: %d is less than 67108864", c.BodyMemory))
	}
	if c.DatabaseWait < 100*time.Millisecond || c.DatabaseWait > time.Minute {
		problems = append(problems, fmt.Errorf("PLATEN_DATABASE_WAIT: %v is outside 100ms…1m", c.DatabaseWait))
	}
	if c.Egress.Environment == "production" && c.Rendering.Browser.Sandbox == "off" {
		problems = append(problems, errors.New("PLATEN_CHROMIUM_SANDBOX: must not be off when PLATEN_ENV is production"))
	}
	if _, err := c.trusted(); err != nil {
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

func (c *Config) trusted() ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, s := range c.Trusted {
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, fmt.Errorf("PLATEN_TRUSTED_PROXIES: %q is not a network such as 10.0.0.0/8", s)
		}
		out = append(out, p)
	}
	return out, nil
}

// defaultDataDir returns ./data when that exists or can be created, otherwise the user's state folder.
func defaultDataDir() string {
	if info, err := os.Stat("data"); err == nil && info.IsDir() {
		return "data"
	}
	probe, err := os.MkdirTemp(".", ".platen-")
	if err == nil {
		_ = os.Remove(probe)
		return "data"
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "state", "platen")
	}
	return "data"
}

// baseURLFor returns where clients on this machine reach an address.
func baseURLFor(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return "http://" + addr.String()
	}
	if tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	return "http://" + tcp.String()
}

// Options are the options of a process besides its configuration.
type Options struct {
	// Role is the part to run; "" means All.
	Role Role
	// Log receives log lines, Out the messages for the person at the terminal; nil discards them.
	Log, Out io.Writer
}

func (o *Options) setDefaults() {
	if o.Role == "" {
		o.Role = All
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
}
