//go:build !amd64

package deflate

import "unsafe"

// near is plainNear for positions with nearBytes bytes from i on.
func near(f *finder, src unsafe.Pointer, i int) (key int32, full uint32) {
	return plainNear(f, view{src, i + nearBytes}, i)
}
