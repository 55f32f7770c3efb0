package check

import "github.com/platenhq/platen/modules/library"

// Filled is a built-in template filled with data.
type Filled struct {
	Name, HTML, CSS, Locale string
	Width, Height           int
}

// Corpus returns the sample of every built-in template as documents, in a fixed order.
func Corpus() ([]Filled, error) {
	list, err := library.Gallery()
	if err != nil {
		return nil, err
	}
	var out []Filled
	for n := range list {
		for _, shot := range Sample(&list[n], n) {
			html, err := shot.Markup()
			if err != nil {
				return nil, err
			}
			size := Sizes[shot.Size]
			out = append(out, Filled{Name: shot.String(), HTML: html, CSS: shot.Kit.CSS, Locale: shot.Case.Locale, Width: size[0], Height: size[1]})
		}
	}
	return out, nil
}
