package deflate

import "unsafe"

// near is plainNear for positions with nearBytes bytes from i on, in assembly.
//
//go:noescape
func near(f *finder, src unsafe.Pointer, i int) (key int32, full uint32)
