package tailwind

import (
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

func TestSheetDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	classes := []string{"md:p-8", "px-2", "p-4", "hover:p-1", "sm:p-2", "p-2", "not-a-utility", "text-red-500"}
	a, unknown := Sheet(classes)
	reversed := slices.Clone(classes)
	slices.Reverse(reversed)
	b, _ := Sheet(reversed)
	if a != b {
		t.Errorf("the sheets differ:\n%s\n%s", a, b)
	}
	if strings.Join(unknown, " ") != "not-a-utility" {
		t.Errorf("unknown: %v", unknown)
	}
	last := -1
	for _, sel := range []string{`.p-2{`, `.p-4{`, `.px-2{`, `.hover\:p-1`, `.sm\:p-2{`, `.md\:p-8{`} {
		at := strings.Index(a, sel)
		if at <= last {
			t.Errorf("%s is at offset %d, want it after %d:\n%s", sel, at, last, a)
		}
		last = at
	}
}

// A class name is input of the document: whatever it contains, it must generate only its own rule.
func FuzzClass(f *testing.F) {
	for _, s := range []string{"p-4", "md:hover:-mt-[3px]!", "bg-[url('a.png')]", "[&>a]:p-1", "content-['}']", "[a:b}c{d:e]", "w-[calc(1px)", "min-[1px){a{b:c}}]:p-1", "text-[/*]", "[&:is(a]:p-1", "p-(--x)", "bg-red-500/[.5]"} {
		f.Add(s)
	}
	empty, _ := Sheet(nil)
	want := len(css.Parse(empty).Rules)
	f.Fuzz(func(t *testing.T, class string) {
		if len(class) > 200 || strings.ContainsAny(class, " \t\r\n\f") || class == "" {
			t.Skip()
		}
		text, _ := Sheet([]string{class, "2xl:z-50"})
		rules := css.Parse(text).Rules
		if len(rules) != want {
			t.Fatalf("%q generates %d rules, want %d:\n%s", class, len(rules), want, text[len(empty)-40:])
		}
		own := rules[len(rules)-1].Rules
		for depth := 0; len(own) > 0; depth++ {
			if depth == 0 { // the rule of the other class must still follow this one's
				last := own[len(own)-1]
				if last.At != "media" || len(last.Rules) != 1 || len(last.Rules[0].Decls) != 1 {
					t.Fatalf("%q breaks the rule that follows:\n%s", class, text[len(empty)-40:])
				}
				own = own[:len(own)-1]
			}
			if len(own) > 1 || depth > 100 {
				t.Fatalf("%q generates more than one rule:\n%s", class, text[len(empty)-40:])
			}
			if len(own) == 1 {
				own = own[0].Rules
			}
		}
	})
}
