package contract

import "strings"

func aiClauses() []Clause {
	return []Clause{
		{ID: "G-01", Says: "`ai/generate` takes a prompt of 1 to 2000 characters, a substyle, up to 5 colours, 256 to 2048 pixels a side and a seed.", Run: func(t *T) {
			m := M{"prompt": "A calm sea at dawn", "substyle": "vector_illustration", "colors": []any{"#0F172A", "#38BDF8"}, "width": 256, "height": 256, "seed": 7}
			a := t.Must("AiService/Generate", m)
			t.True(a.Text("object") == "ai_image" && a.Text("kind") == "image" && a.Text("url") != "", "returns %v", a.JSON)
			t.Is("the same again", t.Must("AiService/Generate", m).Text("sha256"), a.Text("sha256"))
			t.Refused("no prompt", t.Call("AiService/Generate", with(m, "prompt", "")), 400, "INVALID_REQUEST", "")
			t.Refused("a long prompt", t.Call("AiService/Generate", with(m, "prompt", strings.Repeat("x", 2001))), 400, "INVALID_REQUEST", "max_length")
			t.sizes("AiService/Generate", m)
			t.colours("AiService/Generate", m)
			if t.Surface != ConnectBinary {
				t.Refused("an unknown substyle", t.Call("AiService/Generate", with(m, "substyle", "cubism")), 400, "INVALID_REQUEST", "enum")
			}
		}},
		{ID: "G-02", Says: "`ai/generate-background` requires width and height and takes a prompt, colours and a mood.", Run: func(t *T) {
			m := M{"width": 256, "height": 256, "mood": "calm", "colors": []any{"#0F172A"}}
			t.Is("kind", t.Must("GenerateBackground", m).Text("kind"), "background")
			t.Refused("no width", t.Call("GenerateBackground", with(m, "width", nil)), 400, "INVALID_REQUEST", "required")
			t.Refused("no height", t.Call("GenerateBackground", with(m, "height", nil)), 400, "INVALID_REQUEST", "required")
			t.sizes("GenerateBackground", m)
			t.colours("GenerateBackground", m)
		}},
		{ID: "G-03", Says: "`ai/mesh-gradient` takes width, height, colours and a seed.", Run: func(t *T) {
			m := M{"width": 256, "height": 256, "colors": []any{"#0F172A", "#38BDF8"}, "seed": 3}
			a := t.Must("GenerateMeshGradient", m)
			t.True(a.Text("kind") == "mesh_gradient" && a.Text("css") != "" && len(a.List("points")) > 0, "returns %v", a.JSON)
			t.Is("without parameters", t.Call("GenerateMeshGradient", M{}).Status, 200)
			t.sizes("GenerateMeshGradient", m)
		}},
		{ID: "G-04", Says: "`ai/gradient-styles` and `ai/gradient-styles/{tone}` return 200; an unknown tone is GRADIENT_STYLE_NOT_FOUND.", Run: func(t *T) {
			a := t.Must("ListGradientStyles", nil)
			t.True(len(a.List("data")) >= 5, "%d styles", len(a.List("data")))
			t.Is("a tone", t.Must("GetGradientStyle", M{"tone": a.Text("data.0.tone")}).Text("tone"), a.Text("data.0.tone"))
			t.Refused("an unknown tone", t.Call("GetGradientStyle", M{"tone": "sour"}), 404, "GRADIENT_STYLE_NOT_FOUND", "")
		}},
		{ID: "G-05", Says: "`ai/capabilities` returns 200 and lists what can be made.", Run: func(t *T) {
			a := t.Must("GetCapabilities", nil)
			t.True(len(a.List("substyles")) > 0 && len(a.List("providers")) > 0, "returns %v", a.JSON)
		}},
	}
}

// sizes checks the bounds of width and height.
func (t *T) sizes(procedure string, m M) {
	for _, side := range []string{"width", "height"} {
		t.Refused(side+" 255", t.Call(procedure, with(m, side, 255)), 400, "INVALID_REQUEST", "minimum")
		t.Refused(side+" 2049", t.Call(procedure, with(m, side, 2049)), 400, "INVALID_REQUEST", "maximum")
	}
}

// colours checks the limit and the syntax of colors.
func (t *T) colours(procedure string, m M) {
	six := []any{"#000000", "#111111", "#222222", "#333333", "#444444", "#555555"}
	t.Refused("six colours", t.Call(procedure, with(m, "colors", six)), 400, "INVALID_REQUEST", "max_items")
	t.Refused("a colour of another form", t.Call(procedure, with(m, "colors", []any{"red"})), 400, "INVALID_REQUEST", "pattern")
}
