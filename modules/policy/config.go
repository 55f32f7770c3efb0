package policy

import (
	"errors"
	"fmt"
	"time"
)

// Config is the installation's part of the policy.
type Config struct {
	Words   bool          `env:"PLATEN_CONTENT_WORDS" default:"true" doc:"Check text and prompts against the built-in word list and the workspaces' own words."`
	URL     string        `env:"PLATEN_MODERATION_URL" doc:"Moderation service to ask as well, such as https://api.openai.com/v1/moderations; unset: none."`
	Key     string        `env:"PLATEN_MODERATION_KEY" secret:"true" doc:"Bearer token for the moderation service."`
	Model   string        `env:"PLATEN_MODERATION_MODEL" doc:"Model name sent to the moderation service; unset: the service's default."`
	Timeout time.Duration `env:"PLATEN_MODERATION_TIMEOUT" default:"5s" doc:"Time limit for a call to the moderation service."`
	Fail    string        `env:"PLATEN_MODERATION_FAIL" default:"closed" doc:"What happens when the moderation service does not respond: closed rejects the request with a 500, open accepts it."`
}

// Validate reports values outside their bounds.
func (c Config) Validate() error {
	var problems []error
	if c.Timeout < 100*time.Millisecond || c.Timeout > 20*time.Second {
		problems = append(problems, errors.New("PLATEN_MODERATION_TIMEOUT: must be between 100ms and 20s"))
	}
	if c.Fail != "open" && c.Fail != "closed" {
		problems = append(problems, fmt.Errorf(`PLATEN_MODERATION_FAIL: %q is neither "open" nor "closed"`, c.Fail))
	}
	return errors.Join(problems...)
}
