package request

// PresetInfo is a named output size. MaxBytes is the maximal file size that its network accepts, 0 without a limit.
type PresetInfo struct {
	Name                    string
	Width, Height, MaxBytes int
}

// presets is in the order of the documentation. Paper sizes are in CSS pixels.
var presets = []PresetInfo{
	{"og", 1200, 630, 0},
	{"twitter", 1200, 600, 0},
	{"linkedin", 1200, 627, 0},
	{"whatsapp", 800, 800, 300_000},
	{"instagram_post", 1080, 1080, 0},
	{"instagram_story", 1080, 1920, 0},
	{"pinterest", 1000, 1500, 0},
	{"youtube_thumb", 1280, 720, 0},
	{"email_header", 1200, 400, 0},
	{"a4", 794, 1123, 0},
	{"letter", 816, 1056, 0},
}

// PresetList returns the presets in the order of the documentation. The caller must not modify it.
func PresetList() []PresetInfo { return presets }

// Presets returns the names of the presets in the order of the documentation.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.Name
	}
	return names
}

func presetByName(name string) (PresetInfo, bool) {
	for _, p := range presets {
		if p.Name == name {
			return p, true
		}
	}
	return PresetInfo{}, false
}
