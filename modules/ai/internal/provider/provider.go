// Package provider asks external services for pictures: Recraft, services with OpenAI's images endpoint,
// AUTOMATIC1111's web UI and ComfyUI. Every byte goes through the egress guard, with bounds on time and size;
// what comes back is a file nobody has looked into yet.
package provider

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/platenhq/platen/modules/platform/egress"
)

// Config says which provider to ask and how.
type Config struct {
	Name, URL, Key, Model string
	// Networks are private networks the provider may be in.
	Networks []netip.Prefix
	Timeout  time.Duration
	Retries  int
	Steps    int
	// Backoff is the first pause before asking again, doubled every time; 0 means half a second.
	Backoff time.Duration
}

// Provider makes pictures. Implementations are safe for concurrent use.
type Provider interface {
	Name() string
	// Model names what makes the pictures, "" when the provider decides.
	Model() string
	// MaxPrompt is how many characters a prompt may have, 0 for any number.
	MaxPrompt() int
	// Make makes one picture, of about the size asked for. A refusal for what the prompt says is a Result with
	// categories, not an error; what goes wrong is an *Error or the context's.
	Make(ctx context.Context, j Job) (*Result, error)
	// Ping asks whether the provider can be reached and takes the key. It costs nothing.
	Ping(ctx context.Context) error
}

// Job is a picture wanted.
type Job struct {
	Prompt string
	// Substyle is one of the API's; "" for a background.
	Substyle      string
	Colors        []string // #RRGGBB
	Width, Height int
	Seed          uint32
}

// Result is a picture's file, or the categories the provider flags it for.
type Result struct {
	File    []byte
	Flagged []string
}

// Kind is the class of an Error.
type Kind string

// The kinds of errors.
const (
	Busy        Kind = "busy"        // 429 after every retry
	Failing     Kind = "failing"     // 5xx after every retry
	Refused     Kind = "refused"     // another status: the key, the model or the request is wrong
	Unreachable Kind = "unreachable" // no connection
	Nonsense    Kind = "nonsense"    // an answer that is not in the documented form, or no picture
	TooLarge    Kind = "too_large"   // an answer over its limit
)

// Error is what went wrong at a provider. Its text is for logs.
type Error struct {
	Kind     Kind
	Provider string
	Status   int    // 0 without an answer
	Message  string // the provider's own, clipped
	Cause    error
}

// Error implements error.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s is %s", e.Provider, e.Kind)
	if e.Status != 0 {
		s += fmt.Sprintf(" (%d)", e.Status)
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Names returns the names of the providers there are.
func Names() []string { return []string{"recraft", "openai", "automatic1111", "comfyui"} }

// defaults are the addresses of the public providers.
var defaults = map[string]string{"recraft": "https://external.api.recraft.ai/v1", "openai": "https://api.openai.com/v1"}

// New returns the provider of a configuration. The error names the variable that is wrong.
func New(c Config, guard *egress.Guard) (Provider, error) {
	if c.URL == "" {
		c.URL = defaults[c.Name]
	}
	if c.URL == "" {
		return nil, fmt.Errorf("PLATEN_AI_URL: %s needs the address of the service", c.Name)
	}
	if c.Backoff == 0 {
		c.Backoff = 500 * time.Millisecond
	}
	s, err := newSession(c, guard)
	if err != nil {
		return nil, err
	}
	switch c.Name {
	case "recraft":
		return &recraft{s, or(c.Model, "recraftv3")}, nil
	case "openai":
		return &openai{s, or(c.Model, "gpt-image-1")}, nil
	case "automatic1111":
		return &automatic{s, c.Model, c.Steps}, nil
	case "comfyui":
		if c.Model == "" {
			return nil, fmt.Errorf("PLATEN_AI_MODEL: comfyui needs the name of a checkpoint")
		}
		return &comfy{s, c.Model, c.Steps}, nil
	}
	return nil, fmt.Errorf("PLATEN_AI_PROVIDER: %q is no provider", c.Name)
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
