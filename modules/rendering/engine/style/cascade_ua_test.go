package style

import "testing"

// The engine must support every declaration of the user-agent sheet.
func TestUserAgentSheetParsesWithoutWarnings(t *testing.T) {
	t.Parallel()
	for _, p := range userAgent().problems {
		t.Error(p)
	}
}
