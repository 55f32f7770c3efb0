package engine

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPartsOfPDFThatResemblePhotographs checks that a rasterised part is compressed as a JPEG where that is much smaller, and that
// images of the document and parts with few colours keep every pixel.
func TestPartsOfPDFThatResemblePhotographs(t *testing.T) {
	t.Parallel()
	noise := image.NewNRGBA(image.Rect(0, 0, 120, 120))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = byte(r.Uint32()) | byte(255*(i%4/3))
	}
	var file bytes.Buffer
	if err := png.Encode(&file, noise); err != nil {
		t.Fatal(err)
	}
	img := `<img alt="" width=300 height=300 style="display:block;%" src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(file.Bytes()) + `">`
	for name, c := range map[string]struct {
		html  string
		lossy bool
	}{
		"a recoloured image":  {strings.Replace(img, "%", "filter:hue-rotate(90deg)", 1), true},
		"a blurred image":     {strings.Replace(img, "%", "filter:blur(1px)", 1), true},
		"an image":            {strings.Replace(img, "%", "", 1), false},
		"a filtered backdrop": {strings.Replace(img, "%", "", 1) + `<div style="position:absolute;inset:20px;backdrop-filter:saturate(2)">`, true},
		"a recoloured box":    {`<div style="filter:hue-rotate(90deg);background:red;width:300px;height:300px;font-size:60px">Text</div>`, false},
		"a blurred box":       {`<div style="filter:blur(8px);background:red;width:300px;height:300px">`, false},
	} {
		if got := strings.Contains(string(pdfOf(t, "<style>body{margin:0}</style>"+c.html)), "/DCTDecode"); got != c.lossy {
			t.Errorf("%s is compressed with loss: %v, want %v", name, got, c.lossy)
		}
	}
}
