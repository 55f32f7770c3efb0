package ai

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/platenhq/platen/modules/ai/internal/provider"
)

// Config is the module's configuration.
type Config struct {
	// BaseURL is the public address of the service, without a trailing slash.
	BaseURL   string
	Provider  string        `env:"PLATEN_AI_PROVIDER" default:"builtin" doc:"The provider that generates the images of PLATEN_AI_SUBSTYLES: builtin (no external provider), recraft, openai (any service with OpenAI's images endpoint), automatic1111 or comfyui."`
	URL       string        `env:"PLATEN_AI_URL" doc:"Where the provider is; unset: https://external.api.recraft.ai/v1 or https://api.openai.com/v1. Self-hosted providers need it, such as http://10.0.0.5:7860."`
	Key       string        `env:"PLATEN_AI_KEY" secret:"true" doc:"The provider's API key; for automatic1111 user:password."`
	Model     string        `env:"PLATEN_AI_MODEL" doc:"The provider's model or checkpoint; unset: recraftv3, gpt-image-1, or what automatic1111 has loaded. comfyui needs it."`
	Substyles []string      `env:"PLATEN_AI_SUBSTYLES" default:"realistic_image" doc:"What the external provider makes: realistic_image, digital_illustration, vector_illustration, icon, background. The built-in generator makes the rest."`
	Networks  []string      `env:"PLATEN_AI_NETWORKS" doc:"Private networks (CIDR) the provider may be in, such as 10.0.0.5/32; unset: public addresses over https only."`
	Timeout   time.Duration `env:"PLATEN_AI_TIMEOUT" default:"60s" doc:"Time limit for generating one image, retries included."`
	Retries   int           `env:"PLATEN_AI_RETRIES" default:"2" doc:"How often a request is retried when the provider responds 429 or 5xx."`
	Steps     int           `env:"PLATEN_AI_STEPS" default:"25" doc:"Sampling steps of automatic1111 and comfyui."`
}

// makeable are the valid values of PLATEN_AI_SUBSTYLES.
var makeable = []string{"realistic_image", "digital_illustration", "vector_illustration", "icon", "background"}

// Validate reports values outside their bounds.
func (c Config) Validate() error {
	var problems []error
	if c.Provider != "builtin" && !slices.Contains(provider.Names(), c.Provider) {
		problems = append(problems, fmt.Errorf("PLATEN_AI_PROVIDER: %q is not builtin, recraft, openai, automatic1111 or comfyui", c.Provider))
	}
	for _, s := range c.Substyles {
		if !slices.Contains(makeable, s) {
			problems = append(problems, fmt.Errorf("PLATEN_AI_SUBSTYLES: %q is not one of %v", s, makeable))
		}
	}
	for _, n := range c.Networks {
		if _, err := netip.ParsePrefix(n); err != nil {
			problems = append(problems, fmt.Errorf("PLATEN_AI_NETWORKS: %q is not a network such as 10.0.0.5/32", n))
		}
	}
	if c.Timeout < time.Second || c.Timeout > 110*time.Second {
		problems = append(problems, errors.New("PLATEN_AI_TIMEOUT: must be between 1s and 110s"))
	}
	if c.Retries < 0 || c.Retries > 5 {
		problems = append(problems, errors.New("PLATEN_AI_RETRIES: must be between 0 and 5"))
	}
	if c.Steps < 1 || c.Steps > 150 {
		problems = append(problems, errors.New("PLATEN_AI_STEPS: must be between 1 and 150"))
	}
	return errors.Join(problems...)
}

// provider is the part of the configuration that the provider needs.
func (c Config) provider() provider.Config {
	out := provider.Config{Name: c.Provider, URL: c.URL, Key: c.Key, Model: c.Model, Timeout: c.Timeout, Retries: c.Retries, Steps: c.Steps}
	for _, n := range c.Networks {
		if p, err := netip.ParsePrefix(n); err == nil { // checked by Validate
			out.Networks = append(out.Networks, p)
		}
	}
	return out
}
