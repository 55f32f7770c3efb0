package request

// DefaultPixels is the default limit of an output's pixels, MostPixels the largest that a service may set.
const (
	DefaultPixels = 40_000_000
	MostPixels    = 100_000_000
)

// The limits of one output.
const (
	minSide       = 16
	maxSide       = 8192
	defaultFormat = "png"
)

// The limits of the files that one request may reference.
const (
	MaxRemoteFiles = 40
	MaxRemoteBytes = 10 << 20 // per file
)

// LimitInfo is a limit on requests, for documentation.
type LimitInfo struct {
	Name, Unit string
	Value      int64
}

// LimitList returns the limits of one request in a service that limits outputs to a number of pixels.
func LimitList(pixels int) []LimitInfo {
	return []LimitInfo{
		{"output_width_min", "px", minSide}, {"output_width_max", "px", maxSide}, {"output_pixels_max", "px", int64(pixels)}, {"outputs_max", "outputs", 20},
		{"nodes_max", "elements", 2000}, {"characters_max", "characters", 200_000}, {"remote_files_max", "files", MaxRemoteFiles}, {"file_bytes_max", "bytes", MaxRemoteBytes},
		{"overrides_max", "overrides", 200}, {"assertions_max", "assertions", 100}, {"generate_body_max", "bytes", 5 << 20}, {"font_bytes_max", "bytes", 5 << 20},
	}
}
