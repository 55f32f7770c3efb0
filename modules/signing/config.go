package signing

import "fmt"

// The values of Config.Fallback.
const (
	FallbackCard = "card"
	FallbackOff  = "off"
)

// Config are the module's settings.
type Config struct {
	Fallback string `env:"PLATEN_SIGNED_FALLBACK" default:"card" doc:"What a signed URL shows when its image cannot be rendered and it names no fallback: card (the name of the site in the brand's colours) or off (an error response)."`
	SiteName string `env:"PLATEN_SITE_NAME" doc:"The name on fallback cards of URLs without a brand; unset: the host name of PLATEN_BASE_URL."`
}

// Validate checks the settings.
func (c Config) Validate() error {
	if c.Fallback != FallbackCard && c.Fallback != FallbackOff {
		return fmt.Errorf("PLATEN_SIGNED_FALLBACK: %q is not card or off", c.Fallback)
	}
	return nil
}
