package credits

// Config is the module's configuration.
type Config struct {
	// Low is the number of credits, held ones included, under which a workspace runs short.
	Low int64 `env:"PLATEN_CREDITS_LOW" default:"100" doc:"Webhooks hear credits.low when spending brings what a workspace has left below this; 0 never."`
}
