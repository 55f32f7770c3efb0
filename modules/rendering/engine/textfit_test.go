package engine

import (
	"context"
	"testing"
)

// TestTextFitConvergesFromBothSides checks that a line that ends at the right edge fits although its pieces overflow by
// rounding.
func TestTextFitConvergesFromBothSides(t *testing.T) {
	t.Parallel()
	e := New(Options{})
	for _, dir := range []string{"ltr", "rtl"} {
		doc, err := e.Open(context.Background(), Source{HTML: `<body style="margin:0"><h1 id="h" dir="` + dir + `" style="margin:0;font-size:60px;line-height:1.5;max-height:300px;-svc-text-fit:shrink">نفتح أبوابنا في القاهرة</h1>`},
			Settings{Width: 700, Height: 300})
		if err != nil {
			t.Fatal(err)
		}
		pic, err := doc.Draw(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range pic.Boxes() {
			if b.ID == "h" && b.Height != 90 {
				t.Errorf("%s: a line that fits is %g px high, want 90", dir, b.Height)
			}
		}
	}
}
