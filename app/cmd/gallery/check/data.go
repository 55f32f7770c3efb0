package check

import (
	"strings"

	"github.com/platenhq/platen/modules/library"
)

// Case is a way to fill a template in.
type Case struct {
	Name, Locale string
	// Long is true if texts may end in an ellipsis.
	Long bool
	fill func(v *library.Variable, example any) any
	// optional is true if fields without an example and those that are not required have values.
	optional bool
}

// scripts are sentences in scripts with different line breaking rules.
var scripts = []struct{ name, locale, text string }{
	{"zh", "zh-CN", "人工智能正在改变我们的工作方式，让每个人都能创造出令人惊叹的视觉内容。"},
	{"ja", "ja-JP", "画像を自動で生成するサービスが、毎日の仕事をもっと速く、もっと楽しくします。"},
	{"ko", "ko-KR", "이미지를 자동으로 만드는 서비스가 매일의 업무를 더 빠르고 즐겁게 바꿉니다. "},
	{"ar", "ar-EG", "خدمة توليد الصور تلقائيا تجعل العمل اليومي أسرع وأكثر متعة للجميع. "},
	{"he", "he-IL", "שירות ליצירת תמונות אוטומטית הופך את העבודה היומיומית למהירה ונעימה יותר. "},
	{"hi", "hi-IN", "छवियाँ अपने आप बनाने वाली सेवा रोज़ के काम को तेज़ और मज़ेदार बनाती है। "},
	{"th", "th-TH", "บริการสร้างภาพอัตโนมัติช่วยให้งานประจำวันเร็วขึ้นและสนุกขึ้นสำหรับทุกคน"},
	{"ru", "ru-RU", "Сервис автоматической генерации изображений ускоряет ежедневную работу. "},
	{"de", "de-DE", "Donaudampfschifffahrtsgesellschaft Bezirksschornsteinfegermeister Rechtsschutzversicherung "},
	{"emoji", "en-US", "👩‍🚀 Launch 🎉 day 🇯🇵 for ✨ everyone 🚀 and 🌈 friends "},
}

const (
	prose = "An exceptionally long text that authors do write, with words like internationalisation and without any regard for the room that the card has left for it. "
	// photo is an image without any detail.
	photo = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='600' height='400'%3E%3Crect width='600' height='400' fill='%23789'/%3E%3C/svg%3E`
)

// Cases returns every way to fill a template in; the first is the template's own example.
func Cases() []Case {
	all := []Case{
		{Name: "typical", Locale: "en-US", optional: true, fill: func(_ *library.Variable, example any) any { return example }},
		{Name: "required", Locale: "en-US", fill: func(_ *library.Variable, example any) any { return example }},
		{Name: "shortest", Locale: "en-US", optional: true, fill: shortest},
		{Name: "longest", Locale: "en-US", Long: true, optional: true, fill: longest},
	}
	for _, s := range scripts {
		all = append(all, Case{Name: s.name, Locale: s.locale, Long: true, optional: true, fill: inScript(s.text)})
	}
	return all
}

// Data fills a template's variables in; mood is the value of its variable mood.
func (c *Case) Data(v *library.Version, mood string) map[string]any {
	data := c.members(v.Variables, v.Example())
	if v.Variables["mood"] != nil {
		data["mood"] = mood
	}
	return data
}

func (c *Case) members(vars map[string]*library.Variable, example map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range vars {
		if value := c.value(v, example[name]); value != nil && (v.Required || c.optional) && !v.Locked {
			out[name] = value
		}
	}
	return out
}

func (c *Case) value(v *library.Variable, example any) any {
	if example == nil {
		example = v.Example
	}
	if example == nil {
		example = v.Default
	}
	switch v.Type {
	case library.Object:
		given, _ := example.(map[string]any)
		return c.members(v.Members, given)
	case library.Array:
		given, _ := example.([]any)
		n := len(given)
		switch c.Name {
		case "shortest":
			n = 1
		case "longest":
			n = 100
		}
		if v.Min != nil {
			n = max(n, int(*v.Min))
		}
		if v.Max != nil {
			n = min(n, int(*v.Max))
		}
		out := make([]any, n)
		for i := range out {
			var one any
			if len(given) > 0 {
				one = given[i%len(given)]
			}
			out[i] = c.value(v.Items, one)
		}
		return out
	}
	return c.fill(v, example)
}

// code reports whether a text has a fixed form, such as a currency, and so keeps its example.
func code(v *library.Variable) bool { return v.MaxLength > 0 && v.MaxLength <= 3 }

func shortest(v *library.Variable, example any) any {
	switch v.Type {
	case library.String:
		if !code(v) {
			return "A"
		}
	case library.Number, library.Integer:
		if v.Min != nil {
			return *v.Min
		}
		return 1.0
	}
	return example
}

func longest(v *library.Variable, example any) any {
	switch v.Type {
	case library.String:
		if !code(v) {
			n := v.MaxLength
			if n == 0 {
				n = 400
			}
			return cut(prose, n)
		}
	case library.Number, library.Integer:
		if v.Max != nil {
			return min(*v.Max, 98_765_432)
		}
		return 98_765_432.0
	case library.Image:
		return photo
	}
	return example
}

// inScript replaces texts by as many characters of a script, or a few more.
func inScript(text string) func(*library.Variable, any) any {
	return func(v *library.Variable, example any) any {
		s, ok := example.(string)
		if !ok || v.Type != library.String || code(v) {
			return example
		}
		n := len([]rune(s)) + 4
		if v.MaxLength > 0 {
			n = min(n, v.MaxLength)
		}
		return cut(text, n)
	}
}

// cut returns the first n characters of a text repeated.
func cut(text string, n int) string {
	r := []rune(text)
	return strings.TrimSpace(string([]rune(strings.Repeat(text, n/len(r)+1))[:n]))
}
