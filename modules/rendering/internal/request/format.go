package request

import (
	"maps"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// Format is a file format of outputs.
type Format struct {
	Encode encode.Format
	// Vector is the format of vector files, to which pixel limits do not apply.
	Vector    engine.VectorFormat
	MIMEType  string
	Extension string // of file names, without the dot
	// Alpha is set when the format stores transparency.
	Alpha bool
	// MaxSide is the largest side in pixels.
	MaxSide int
	// Animated is set when the format can store an animation, AlwaysAnimated when it always does. StillByDefault is set
	// when only a request that describes an animation gets one, not every document that has one.
	Animated, AlwaysAnimated, StillByDefault bool
}

// formats maps API names to formats.
var formats = map[string]Format{
	"png":  {encode.PNG, engine.NoVector, "image/png", "png", true, 16384, false, false, false},
	"jpeg": {encode.JPEG, engine.NoVector, "image/jpeg", "jpg", false, 16384, false, false, false},
	"webp": {encode.WebP, engine.NoVector, "image/webp", "webp", true, 16383, true, false, false},
	"avif": {encode.AVIF, engine.NoVector, "image/avif", "avif", true, 16384, true, false, true},
	"gif":  {encode.GIF, engine.NoVector, "image/gif", "gif", true, 16384, true, false, false},
	"apng": {encode.PNG, engine.NoVector, "image/apng", "apng", true, 16384, true, true, false},
	"webm": {encode.WebM, engine.NoVector, "video/webm", "webm", false, 4096, true, true, false},
	"mp4":  {0, engine.NoVector, "video/mp4", "mp4", false, 4096, true, true, false}, // only with ffmpeg
	"svg":  {0, engine.SVG, "image/svg+xml", "svg", true, 32768, false, false, false},
	"pdf":  {0, engine.PDF, "application/pdf", "pdf", true, 32768, false, false, false},
}

// FormatByName returns the format with an API name; the zero Format if there is none.
func FormatByName(name string) Format { return formats[name] }

// Formats returns the sorted names of the formats that are always available: all but mp4.
func Formats() []string {
	names := slices.Sorted(maps.Keys(formats))
	return slices.DeleteFunc(names, func(n string) bool { return n == "mp4" })
}

// FormatInfo describes a file format for documentation.
type FormatInfo struct {
	Name, MIMEType string
	Alpha          bool
	MaxSide        int
}

// FormatList returns the formats that are always available, sorted by name.
func FormatList() []FormatInfo {
	var out []FormatInfo
	for _, name := range Formats() {
		f := formats[name]
		out = append(out, FormatInfo{name, f.MIMEType, f.Alpha, f.MaxSide})
	}
	return out
}
