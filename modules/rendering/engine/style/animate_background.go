package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// backgroundLayers expands the background shorthand of a keyframe to its longhands; ok is false for a value with
// components that it does not know.
func backgroundLayers(value []css.Token) (longhands [][2]string, ok bool) {
	names := []string{"background-image", "background-position", "background-size", "background-repeat", "background-attachment"}
	initial := []string{"none", "0% 0%", "auto", "repeat", "scroll"}
	lists, color := make([][]string, len(names)), "transparent"
	whole := css.NewStream(value)
	layers := whole.SplitCommas()
	for i, s := range layers {
		layer := append([]string(nil), initial...)
		var position, size []string
		sized := false
		for _, part := range components(s.T) {
			toks, _ := css.Tokenize(part)
			switch {
			case part == "/":
				sized = true
			case part == "none", toks[0].Kind == css.URL, toks[0].Kind == css.Function && !isMathFunction(toks[0].Value) && !isColor(part):
				layer[0] = part
			case i == len(layers)-1 && isColor(part):
				color = part
			case strings.HasPrefix(part, "repeat") || part == "no-repeat" || part == "space" || part == "round":
				layer[3] = part
			case part == "fixed" || part == "local" || part == "scroll":
				layer[4] = part
			case strings.HasSuffix(part, "-box") || part == "text":
				return nil, false
			case sized && len(size) < 2:
				size = append(size, part)
			default:
				position = append(position, part)
			}
		}
		if len(position) > 0 {
			layer[1] = strings.Join(position, " ")
		}
		if len(size) > 0 {
			layer[2] = strings.Join(size, " ")
		}
		for k := range layer {
			lists[k] = append(lists[k], layer[k])
		}
	}
	for k, name := range names {
		longhands = append(longhands, [2]string{name, strings.Join(lists[k], ", ")})
	}
	return append(longhands, [2]string{"background-color", color}), true
}
