package modules_test

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// rooms is the order of the rendering module's internal packages: each imports only earlier ones, and the module's root,
// which holds the use cases, imports them all.
var rooms = []string{"store", "queue", "chromium", "video", "request", "pdftool", "plan", "inputs", "draw", "record"}

const rendering = "modules/rendering"

// room returns the index of a folder or import in rooms, -1 when it is not an internal package of the module, and
// len(rooms) for an unlisted one.
func room(dir string) int {
	rest, ok := strings.CutPrefix(dir, rendering+"/internal/")
	if !ok {
		return -1
	}
	name, _, _ := strings.Cut(rest, "/")
	if i := slices.Index(rooms, name); i >= 0 {
		return i
	}
	return len(rooms)
}

func renderingLaw() law {
	return law{
		name: "rendering's internal packages import only earlier ones", why: "The way of a request is the layout: request, plan, inputs, draw, record. A package that imports a later one, or the use cases, makes readers jump back.",
		check: func(f *file) (judged int, broken []string) {
			at := room(f.dir())
			if f.ast == nil || at < 0 {
				return 0, nil
			}
			if at == len(rooms) {
				return 1, []string{"is in a package that is not in the list"}
			}
			for _, i := range f.imports() {
				to := room(i)
				if i != rendering && i != rendering+"/rpc" && to < 0 {
					continue
				}
				judged++
				if to < 0 || to > at {
					broken = append(broken, "imports "+i)
				}
			}
			return judged, broken
		},
		bites: []synthetic{
			imp(rendering+"/internal/plan/x.go", "plan", self+rendering), imp(rendering+"/internal/plan/x.go", "plan", self+rendering+"/internal/draw"),
			imp(rendering+"/internal/request/x_test.go", "request", self+rendering+"/internal/plan"), imp(rendering+"/internal/zz/x.go", "zz"),
		},
		spares: []synthetic{
			imp(rendering+"/internal/draw/x.go", "draw", self+rendering+"/internal/plan", self+rendering+"/engine"), imp(rendering+"/x.go", "rendering", self+rendering+"/internal/draw"),
		},
	}
}

// TestRenderingRootLaw: the root of the rendering module holds its use cases; everything else has a package of its own.
func TestRenderingRootLaw(t *testing.T) {
	t.Parallel()
	const most = 14
	var files []string
	for _, f := range readTree(t) {
		if f.ast != nil && f.dir() == rendering && !f.test() {
			files = append(files, path.Base(f.path))
		}
	}
	if len(files) == 0 || len(files) > most {
		t.Errorf("%s has %d files, want 1 to %d: %s", rendering, len(files), most, strings.Join(files, " "))
	}
}
