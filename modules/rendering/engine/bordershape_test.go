package engine_test

import (
	"bytes"
	"testing"
)

// TestBorderShapesOfRectangles compares boxes with a border-shape of rectangles with boxes of the same look without one.
func TestBorderShapesOfRectangles(t *testing.T) {
	t.Parallel()
	const head = "<!doctype html><style>body{margin:20px}div{width:40px;height:30px;background:#0a0;border:6px solid #00c}</style>"
	for name, c := range map[string][2]string{
		"stroke":        {"<div style='border-shape:inset(0)'>", "<div>"},
		"two shapes":    {"<div style='border-shape:inset(0) inset(0)'>", "<div>"},
		"inner inset":   {"<div style='border-shape:inset(0) inset(4px)'>", "<div style='border-width:10px;width:32px;height:22px'>"},
		"content box":   {"<div style='padding:5px;width:30px;height:20px;border-shape:inset(0) inset(0) content-box'>", "<div style='border-width:11px;width:30px;height:20px'>"},
		"border box":    {"<div style='position:relative;left:3px;top:3px;border-shape:inset(0) border-box'>", "<div style='background-clip:padding-box;width:46px;height:36px'>"},
		"first side":    {"<div style='border-width:6px 2px 3px 4px;border-color:red green blue cyan;border-shape:inset(0) inset(0)'>", "<div style='border-width:6px 2px 3px 4px;border-color:red'>"},
		"outline":       {"<div style='border-shape:inset(0);outline:2px solid red;outline-offset:1px'>", "<div style='outline:2px solid red;outline-offset:1px'>"},
		"clipped":       {"<div style='border-shape:inset(0) inset(5px);overflow:hidden'><p style='margin:-20px;height:90px;width:90px;background:#fc0'>", "<div style='border-width:11px;width:30px;height:20px;background:#fc0'>"},
		"without shape": {"<div style='border-shape:none'>", "<div>"},
	} {
		if !bytes.Equal(pixelsAt(t, head+c[0], 1).Pix, pixelsAt(t, head+c[1], 1).Pix) {
			t.Errorf("%s: %s differs from %s", name, c[0], c[1])
		}
	}
}
