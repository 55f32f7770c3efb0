package credits

// Config is the module's configuration.
type Config struct {
	// Low is the number of credits, held ones included, under which a workspace runs short.
	Low int64 `env:"PLATEN_CREDITS_LOW" default:"100" doc:"Balance below which spending sends the webhook event credits.low; 0 disables it."`
}
