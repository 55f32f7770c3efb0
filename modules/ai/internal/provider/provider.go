// Package provider requests images from external services: Recraft, services with OpenAI's images endpoint,
// AUTOMATIC1111's web UI and ComfyUI. Every request goes through the egress guard, with limits on time and size; the
// returned file is untrusted and not decoded here.
package provider

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/platenhq/platen/modules/platform/egress"
)

// Config selects the provider and its connection parameters.
type Config struct {
	Name, URL, Key, Model string
	// Networks are the private networks in which the provider may be.
	Networks []netip.Prefix
	Timeout  time.Duration
	Retries  int
	Steps    int
	// Backoff is the delay before the first retry, doubled for each further one; 0 means half a second.
	Backoff time.Duration
}

// Provider generates images. Implementations are safe for concurrent use.
type Provider interface {
	Name() string
	// Model returns the model's name, "" when the provider selects it.
	Model() string
	// MaxPrompt returns the maximum length of a prompt in characters, 0 for no limit.
	MaxPrompt() int
	// Make generates one image of approximately the requested size. A prompt rejected for its content is a Result with
	// categories, not an error; errors are *Error or the context's.
	Make(ctx context.Context, j Job) (*Result, error)
	// Ping checks that the provider is reachable and accepts the key. It is free of charge.
	Ping(ctx context.Context) error
}

// Job describes the image to generate.
type Job struct {
	Prompt string
	// Substyle is the API's name of a substyle; "" for a background.
	Substyle      string
	Colors        []string // #RRGGBB
	Width, Height int
	Seed          uint32
}

// Result is an image file, or the categories for which the provider flagged the prompt.
type Result struct {
	File    []byte
	Flagged []string
}

// Kind is the class of an Error.
type Kind string

// The kinds of errors.
const (
	Busy            Kind = "busy"        // 429 after every retry
	Failing         Kind = "failing"     // 5xx after every retry
	Refused         Kind = "refused"     // another status: the key, the model or the request is invalid
	Unreachable     Kind = "unreachable" // no connection
	InvalidResponse Kind = "nonsense"    // a response that does not have the documented form, or no image
	TooLarge        Kind = "too_large"   // a response that exceeds its size limit
)

// Error is a provider's failure. Its text is for logs.
type Error struct {
	Kind     Kind
	Provider string
	Status   int    // 0 without a response
	Message  string // the provider's message, truncated
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

// Names returns the names of the supported providers.
func Names() []string { return []string{"recraft", "openai", "automatic1111", "comfyui"} }

// defaults are the base URLs of the public providers.
var defaults = map[string]string{"recraft": "https://external.api.recraft.ai/v1", "openai": "https://api.openai.com/v1"}

// New returns the provider of a configuration. The error names the invalid variable.
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
	return nil, fmt.Errorf("PLATEN_AI_PROVIDER: unknown provider %q", c.Name)
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
