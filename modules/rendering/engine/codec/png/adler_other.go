//go:build !amd64

package png

// adlerOf returns the checksum of p alone.
func adlerOf(p []byte) adler { return wordAdler(p) }
