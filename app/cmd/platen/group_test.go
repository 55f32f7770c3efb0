package main

import (
	"strings"
	"testing"
)

// TestUnknownCommandsAreErrorsOfUsage: an unknown command, of the program or of a group, exits with 2 and names the commands
// there are; a group alone prints its help.
func TestUnknownCommandsAreErrorsOfUsage(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"paint": "render", "templates paint": "list", "keys paint --x": "", "keys make": "create", "workspace drop now": "create",
	} {
		if got := runPlaten(t, "", strings.Fields(line)...); got.code != exitUsage || !strings.Contains(got.err, want) || got.out != "" {
			t.Errorf("%s: exit code %d, %q, printed %q", line, got.code, got.err, got.out)
		}
	}
	if got := runPlaten(t, "", "templates"); got.code != 0 || !strings.Contains(got.out, "platen templates list") && !strings.Contains(got.out, "list") {
		t.Errorf("templates: exit code %d, %q", got.code, got.out)
	}
}
