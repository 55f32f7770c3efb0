package s3

import (
	"os"
	"path/filepath"
	"strings"
)

// profileValue returns a value of a profile in the shared credentials or configuration file, "" if there is none.
func profileValue(profile, name string) string {
	home, _ := os.UserHomeDir() // without one, only named files are read
	credentials := first(os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), filepath.Join(home, ".aws", "credentials"))
	config := first(os.Getenv("AWS_CONFIG_FILE"), filepath.Join(home, ".aws", "config"))
	section := "profile " + profile
	if profile == "default" {
		section = profile
	}
	return first(fileValue(credentials, profile, name), fileValue(config, section, name), fileValue(config, profile, name))
}

// fileValue returns a value of a section of a file; a missing file has none.
func fileValue(file, section, name string) (value string) {
	content, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	inside := false
	for line := range strings.Lines(string(content)) {
		if text := strings.TrimSpace(line); strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			inside = strings.Join(strings.Fields(text[1:len(text)-1]), " ") == section
			continue
		}
		indented := line[0] == ' ' || line[0] == '\t' // part of a nested value
		if key, v, ok := strings.Cut(line, "="); inside && ok && !indented && strings.TrimSpace(key) == name {
			value = strings.TrimSpace(v)
		}
	}
	return value
}
