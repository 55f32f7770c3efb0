package bridge

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

var (
	everyLength = flag.Bool("every-length", false, "draw the built-in templates with titles of every length from 1 to 300, on every canvas")
	sheetFolder = flag.String("sheet", "", "write the images of TestBuiltinTemplatesTakeAnyText into this folder")
)

// scripts are texts of at least 300 characters in scripts with different line breaking rules.
var scripts = map[string]string{
	"zh":    strings.Repeat("人工智能正在改变我们的工作方式，让每个人都能创造出令人惊叹的视觉内容。", 9),
	"ja":    strings.Repeat("画像を自動で生成するサービスが、毎日の仕事をもっと速く、もっと楽しくします。", 9),
	"ko":    strings.Repeat("이미지를 자동으로 만드는 서비스가 매일의 업무를 더 빠르고 즐겁게 바꿉니다. ", 9),
	"th":    strings.Repeat("บริการสร้างภาพอัตโนมัติช่วยให้งานประจำวันเร็วขึ้นและสนุกขึ้นสำหรับทุกคน", 6),
	"ar":    strings.Repeat("خدمة توليد الصور تلقائيا تجعل العمل اليومي أسرع وأكثر متعة للجميع. ", 6),
	"hi":    strings.Repeat("छवियाँ अपने आप बनाने वाली सेवा रोज़ के काम को तेज़ और मज़ेदार बनाती है। ", 6),
	"de":    strings.Repeat("Donaudampfschifffahrtsgesellschaftskapitänsmütze Bezirksschornsteinfegermeister Rechtsschutzversicherungsgesellschaften ", 4),
	"emoji": strings.Repeat("👩‍🚀🎉🇯🇵✨👨‍👩‍👧‍👦🚀🌈 ", 40),
	"word":  strings.Repeat("abcdefghij", 40),
}

// TestBuiltinTemplatesTakeAnyText draws every built-in template with texts of every script and of lengths up to 300
// characters, or as many as its variables allow: no text makes a template fail.
func TestBuiltinTemplatesTakeAnyText(t *testing.T) {
	t.Parallel()
	list, err := library.Gallery()
	if err != nil {
		t.Fatal(err)
	}
	lengths := []int{1, 20, 36, 45, 90, 150, 300}
	canvases := [][2]int{{1200, 630}}
	if *everyLength {
		lengths = lengths[:0]
		for n := 1; n <= 300; n++ {
			lengths = append(lengths, n)
		}
		canvases = append(canvases, [2]int{1080, 1080}, [2]int{1080, 1920}, [2]int{400, 200})
	}
	e := engine.New(engine.Options{})
	for ti, b := range list {
		t.Run(b.Slug, func(t *testing.T) {
			t.Parallel()
			for li, lang := range slices.Sorted(maps.Keys(scripts)) {
				for i, n := range lengths {
					if !*everyLength && i != (ti+li)%len(lengths) && n != 36 && n != 300 {
						continue // each script meets each length in some template
					}
					for _, canvas := range canvases {
						drawText(t, e, &b, lang, n, canvas)
					}
				}
			}
		})
	}
}

// drawText draws a template with all of its texts n characters long.
func drawText(t *testing.T, e *engine.Engine, b *library.Template, lang string, n int, canvas [2]int) {
	t.Helper()
	name := fmt.Sprintf("%s in %s, %d characters, %d × %d", b.Slug, lang, n, canvas[0], canvas[1])
	data := maps.Clone(b.Version.Example())
	for key, v := range b.Version.Variables {
		if _, text := data[key].(string); !text || v.Type != library.String || key == "currency" {
			continue
		}
		length := n
		if v.MaxLength > 0 {
			length = min(n, v.MaxLength)
		}
		data[key] = string([]rune(scripts[lang])[:length])
	}
	f, err := library.FillContent(&b.Version.Content, library.Values{Data: data, Locale: strings.ReplaceAll(strings.ReplaceAll(lang, "emoji", "en"), "word", "en"), Timezone: "UTC"})
	if err != nil || len(f.Details) > 0 {
		t.Errorf("%s: %v %v", name, f.Details, err)
		return
	}
	doc, err := e.Open(t.Context(), engine.Source{HTML: f.HTML, CSS: f.CSS}, engine.Settings{Width: canvas[0], Height: canvas[1], Locale: lang})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	pic, err := doc.Draw(t.Context(), nil)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if len(pic.List.Ops) < 3 {
		t.Errorf("%s: %d operations are drawn", name, len(pic.List.Ops))
	}
	if *sheetFolder == "" {
		return
	}
	file, err := e.Encode(t.Context(), pic, engine.Output{Format: encode.PNG})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if err := os.WriteFile(filepath.Join(*sheetFolder, fmt.Sprintf("%s-%s-%d.png", b.Slug, lang, n)), file.Bytes, 0o600); err != nil {
		t.Error(err)
	}
}
