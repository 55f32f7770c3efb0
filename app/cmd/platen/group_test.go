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
	for line, want := range map[string]string{
		"templates pul": "did you mean pull?", "rendr": "did you mean render?", "help nope": "use one of audit", "help keys nope": "use one of create", "help keys creat": "did you mean create?",
		"completion nope": "use one of bash", "render a.html --witdh 3 -o a.png": "did you mean --width?", "keys create": "pass --mode test (free, watermarked) or --mode live",
	} {
		if got := runPlaten(t, "", strings.Fields(line)...); got.code != exitUsage || !strings.Contains(got.err, want) || got.out != "" {
			t.Errorf("%s: exit code %d, %q, printed %q, want %q", line, got.code, got.err, got.out, want)
		}
	}
	for line, want := range map[string]string{"help": "Available Commands", "help keys": "platen keys create", "help keys create": "--mode", "help help": "Help", "help render card.html": "--preset", "version": "engine native-"} {
		if got := runPlaten(t, "", strings.Fields(line)...); got.code != 0 || !strings.Contains(got.out, want) && !strings.Contains(got.out, "create ") {
			t.Errorf("%s: exit code %d, %q, want %q", line, got.code, got.out, want)
		}
	}
	if got := runPlaten(t, "", "templates"); got.code != 0 || !strings.Contains(got.out, "platen templates list") && !strings.Contains(got.out, "list") {
		t.Errorf("templates: exit code %d, %q", got.code, got.out)
	}
}

// TestOfflineURLsNameAVersion: the error of a template without a version names one that exists, which works when it is typed.
func TestOfflineURLsNameAVersion(t *testing.T) {
	t.Parallel()
	sign := func(template string) outcome {
		return runPlaten(t, "", "sign", "--template", template, "--kid", "6fv8r0hbp9ka", "--secret", "ssk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "--base-url", "https://img.example.com")
	}
	got := sign("quote")
	_, named, _ := strings.Cut(strings.TrimSpace(got.err), "names the version: ")
	if got.code != exitUsage || !strings.HasPrefix(named, "quote@") {
		t.Fatalf("exit code %d, %s", got.code, got.err)
	}
	if again := sign(named); again.code != 0 || !strings.Contains(again.out, strings.TrimPrefix(named, "quote")+".png") {
		t.Errorf("%s: exit code %d, %s%s", named, again.code, again.out, again.err)
	}
}
