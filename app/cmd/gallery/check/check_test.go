package check

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// TestBuiltinTemplatesUnderRealData draws every built-in template with the shortest, the longest and the required data
// and with each script, alternating sizes, moods and kits (`task templates:check` draws every combination).
func TestBuiltinTemplatesUnderRealData(t *testing.T) {
	t.Parallel()
	list, err := library.Gallery()
	if err != nil {
		t.Fatal(err)
	}
	e := engine.New(engine.Options{})
	for i := range list {
		t.Run(list[i].Slug, func(t *testing.T) {
			t.Parallel()
			for _, s := range Sample(&list[i], i) {
				found, err := s.Check(t.Context(), e)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range found {
					t.Errorf("%s: %s: %s", &s, f.Rule, f.Message)
				}
			}
		})
	}
}

// TestBuiltinTemplatesDescribeTheirFields: every variable has a description with its length, and every template has
// three moods.
func TestBuiltinTemplatesDescribeTheirFields(t *testing.T) {
	t.Parallel()
	list, err := library.Gallery()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 30 {
		t.Errorf("%d templates; at least 30", len(list))
	}
	for i := range list {
		b := &list[i]
		if n := len(Moods(b)); n != 3 {
			t.Errorf("%s has %d moods; want 3", b.Slug, n)
		}
		for name, v := range b.Version.Variables {
			if v.Description == "" {
				t.Errorf("%s: %s has no description", b.Slug, name)
			}
			if v.Type == library.String && (v.MaxLength == 0 || v.MaxLength > 3 && !strings.Contains(v.Description, "At most")) {
				t.Errorf("%s: %s does not say how long it may be", b.Slug, name)
			}
		}
	}
}

// TestFaultsAreFound checks that each rule finds its defect.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	const text = `Ordinary text of a card`
	cases := map[string]string{
		"overlap":         `<main dir="auto"><p style="position:absolute;top:200px;left:80px">` + text + `</p><p style="position:absolute;top:206px;left:90px">` + text + `</p></main>`,
		"clipped":         `<main dir="auto"><p style="width:90px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis">` + text + `</p></main>`,
		"clipped code":    `<main dir="auto"><div style="height:60px;overflow:hidden"><p>` + text + `</p><qr-code value="1" style="width:200px;height:200px"></qr-code></div></main>`,
		"overlap of code": `<main dir="auto"><p style="margin:0 0 -30px">` + text + `</p><qr-code value="1" style="width:200px;height:200px"></qr-code></main>`,
		"contrast":        `<main dir="auto"><p style="color:#999;background:linear-gradient(#fff,#eee)">` + text + `</p></main>`,
		"outside":         `<main dir="auto"><p style="position:absolute;left:4px;top:300px">` + text + `</p></main>`,
		"small":           `<main dir="auto"><p style="font-size:9px">` + text + `</p></main>`,
		"empty":           `<main dir="auto"><p>` + text + `</p><div style="border-top:1px solid #000;width:200px;height:30px"></div></main>`,
		"void":            `<main dir="auto"><p>` + text + `</p></main>`,
		"mirror":          `<main dir="auto"><p style="width:300px;margin-left:200px">שלום לכולם</p></main>`,
	}
	e := engine.New(engine.Options{})
	for name, body := range cases {
		rule, _, _ := strings.Cut(name, " ")
		markup := `<style>body{margin:0;background:#fff;color:#111;font:24px Inter}main{padding:60px}</style><body>` + body
		c := Case{Name: "typical", Locale: "en-US"}
		if rule == "mirror" {
			c.Name = "he"
		}
		s := Shot{Template: &library.Template{Slug: rule}, Case: c, Size: "og", Kit: Kits[0]}
		found, err := s.findings(t.Context(), e, markup)
		if err != nil {
			t.Fatal(err)
		}
		has := false
		for _, f := range found {
			has = has || f.Rule == rule
		}
		if !has {
			t.Errorf("%s is not found in %s: %v", rule, body, found)
		}
	}
}
