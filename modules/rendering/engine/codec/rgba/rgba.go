// Package rgba un-premultiplies pixels stored as 32-bit integers with red in the low byte.
package rgba

// Straight un-premultiplies a pixel: each channel becomes round(255·c/a), and a fully transparent pixel 0.
func Straight(v uint32) uint32 {
	a := v >> 24
	switch a {
	case 255:
		return v
	case 0:
		return 0
	}
	half := a / 2
	r := min((v&0xff*255+half)/a, 255)
	g := min((v>>8&0xff*255+half)/a, 255)
	b := min((v>>16&0xff*255+half)/a, 255)
	return r | g<<8 | b<<16 | a<<24
}
