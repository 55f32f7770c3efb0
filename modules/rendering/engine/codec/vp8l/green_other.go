//go:build !amd64

package vp8l

func subtractGreen(pix []uint32) { plainSubtractGreen(pix) }
