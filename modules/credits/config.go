package credits

// Config is the module's configuration.
type Config struct {
	// Low is the threshold for the low-balance event: available plus held credits.
	Low int64 `env:"PLATEN_CREDITS_LOW" default:"100" doc:"Balance below which spending sends the webhook event credits.low; 0 disables it."`
}
