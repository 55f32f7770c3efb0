package tailwind

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

var themeName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`--(?:spacing|(?:color|container|breakpoint|radius|text|font|leading|tracking|blur|perspective)-[a-z0-9-]+)`)
})

// theme returns a rule with the variables of the default theme that classes refer to, "" if there are none.
func theme(classes []string) string {
	var declarations []string
	for _, class := range classes {
		if !strings.Contains(class, "--") {
			continue
		}
		for _, name := range themeName().FindAllString(class, -1) {
			if v := themeValue(name[2:]); v != "" {
				declarations = append(declarations, name+":"+v+";")
			}
		}
	}
	if declarations == nil {
		return ""
	}
	slices.Sort(declarations)
	return ":root{" + strings.Join(slices.Compact(declarations), "") + "}\n"
}

// themeValue returns the value of a variable of the default theme; "" for a name that is none.
func themeValue(name string) string {
	kind, rest, _ := strings.Cut(name, "-")
	switch kind {
	case "spacing":
		return "0.25rem"
	case "color":
		return value{name: rest}.color()
	case "container":
		return containers[rest]
	case "breakpoint":
		return breakpoints[rest]
	case "radius":
		return radii[rest]
	case "text":
		if base, ok := strings.CutSuffix(rest, "--line-height"); ok {
			return textSizes[base][1]
		}
		return textSizes[rest][0]
	case "font":
		return families[rest]
	case "leading":
		return leadings[rest]
	case "tracking":
		return trackings[rest]
	case "blur":
		return blurs[rest]
	case "perspective":
		return perspectives[rest]
	}
	return ""
}

var (
	families     = map[string]string{"sans": "ui-sans-serif,system-ui,sans-serif", "serif": "ui-serif,Georgia,serif", "mono": "ui-monospace,monospace"}
	perspectives = map[string]string{"dramatic": "100px", "near": "300px", "normal": "500px", "midrange": "800px", "distant": "1200px"}
)
