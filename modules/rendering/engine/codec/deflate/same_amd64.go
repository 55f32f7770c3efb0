package deflate

// sameBytes counts how many of the n bytes at a and b are equal before the first that differs. It is written
// in assembly; plainSame is the same in Go.
//
//go:noescape
func sameBytes(a, b *byte, n int) int
