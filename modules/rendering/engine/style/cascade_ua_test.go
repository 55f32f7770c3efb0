package style

import "testing"

// The user-agent sheet must hold nothing the engine does not understand.
func TestUserAgentSheetParsesWithoutWarnings(t *testing.T) {
	t.Parallel()
	for _, p := range userAgent().problems {
		t.Error(p)
	}
}
