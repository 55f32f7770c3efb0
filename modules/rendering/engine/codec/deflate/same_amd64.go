package deflate

// sameBytes returns the number of equal leading bytes of the n bytes at a and b. It is written in assembly; plainSame
// is the same in Go.
//
//go:noescape
func sameBytes(a, b *byte, n int) int
