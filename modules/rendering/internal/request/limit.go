package request

// The limits of one output.
const (
	maxPixels     = 40_000_000
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

// LimitList returns the limits of one request.
func LimitList() []LimitInfo {
	return []LimitInfo{
		{"output_width_min", "px", minSide}, {"output_width_max", "px", maxSide}, {"output_pixels_max", "px", maxPixels}, {"outputs_max", "outputs", 20},
		{"nodes_max", "elements", 2000}, {"characters_max", "characters", 200_000}, {"remote_files_max", "files", MaxRemoteFiles}, {"file_bytes_max", "bytes", MaxRemoteBytes},
		{"overrides_max", "overrides", 200}, {"assertions_max", "assertions", 100}, {"generate_body_max", "bytes", 5 << 20}, {"font_bytes_max", "bytes", 5 << 20},
	}
}
