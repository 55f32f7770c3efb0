package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // images to compare may have any of these
	_ "image/jpeg" // formats
	"image/png"

	_ "golang.org/x/image/webp" // and this one
)

// difference describes how two images differ.
type difference struct {
	// Pixels is the number of differing pixels; X and Y are the first one, in reading order. 0 means that only the files' bytes differ.
	Pixels int `json:"pixels"`
	X      int `json:"x"`
	Y      int `json:"y"`
	// Made and Given are the colours of that pixel, #RRGGBBAA.
	Made  string `json:"rendered,omitempty"`
	Given string `json:"given,omitempty"`
	// Problem is the reason why they cannot be compared pixel by pixel.
	Problem string `json:"problem,omitempty"`
}

// String describes the difference in a sentence.
func (d *difference) String() string {
	switch {
	case d.Problem != "":
		return d.Problem
	case d.Pixels == 0:
		return "every pixel is the same; only the files' bytes differ"
	}
	return fmt.Sprintf("first differing pixel: x %d, y %d: rendered %s, given %s (%d pixels differ)", d.X, d.Y, d.Made, d.Given, d.Pixels)
}

// compareImages compares two files pixel by pixel. image is a PNG of where they differ, nil when they cannot be
// compared or nothing differs.
func compareImages(made, given []byte) (d *difference, highlighted []byte) {
	a, _, errA := image.Decode(bytes.NewReader(made))
	b, _, errB := image.Decode(bytes.NewReader(given))
	if errA != nil || errB != nil {
		return &difference{Problem: "the images cannot be compared pixel by pixel"}, nil
	}
	if a.Bounds() != b.Bounds() {
		return &difference{Problem: fmt.Sprintf("rendering is %v, the image is %v", a.Bounds().Size(), b.Bounds().Size())}, nil
	}
	d = &difference{}
	where := image.NewNRGBA(a.Bounds())
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p, q := straight(a.At(x, y)), straight(b.At(x, y))
			if p == q {
				where.SetNRGBA(x, y, pale(q))
				continue
			}
			where.SetNRGBA(x, y, color.NRGBA{R: 255, A: 255})
			if d.Pixels == 0 {
				d.X, d.Y, d.Made, d.Given = x, y, hexOf(p), hexOf(q)
			}
			d.Pixels++
		}
	}
	if d.Pixels == 0 {
		return d, nil
	}
	var out bytes.Buffer
	if png.Encode(&out, where) != nil {
		return d, nil
	}
	return d, out.Bytes()
}

func straight(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }

// pale returns a colour as a grey mixed with three quarters of white, so that red stands out.
func pale(c color.NRGBA) color.NRGBA {
	grey := uint8((int(c.R)*299+int(c.G)*587+int(c.B)*114)/1000/4 + 191)
	return color.NRGBA{R: grey, G: grey, B: grey, A: 255}
}

func hexOf(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X%02X", c.R, c.G, c.B, c.A) }
