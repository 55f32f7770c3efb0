// Command layoutscore lays out every HTML file below the given directories that
// has a browser's boxes beside it and reports how many agree:
//
//	layoutscore [-tolerance 0.6] [-v] [-only NAME] [-scale 1] [-dump] DIR…
//
// e2e/fidelity/boxes.mjs makes the boxes. A file agrees when every one of its
// boxes is within the tolerance. Files of one kind, kind-number.html, are also
// counted together.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
)

func main() {
	tolerance := flag.Float64("tolerance", 0.6, "largest difference in CSS px")
	verbose := flag.Bool("v", false, "show differences of every file")
	dump := flag.Bool("dump", false, "print the fragments of every file instead")
	only := flag.String("only", "", "lay out files whose name contains this")
	scale := flag.Float64("scale", 1, "device pixels per CSS px")
	flag.Parse()
	if err := run(flag.Args(), *only, *scale, *tolerance, *verbose, *dump); err != nil {
		fmt.Fprintln(os.Stderr, "layoutscore:", err)
		os.Exit(1)
	}
}

func run(dirs []string, only string, scale, tolerance float64, verbose, dump bool) error {
	engine := layouttest.New()
	engine.Scale = scale
	kinds := map[string]*score{}
	good, all, boxes, wrong := 0, 0, 0, 0
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".html") || !strings.Contains(path, only) {
				return err
			}
			want, err := layouttest.Read(strings.TrimSuffix(path, ".html") + ".json")
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if dump {
				r, doc, err := engine.Layout(string(src), want.Width, want.Height)
				if err == nil {
					fmt.Print(path, "\n", layout.Dump(r.Root, doc))
				}
				return err
			}
			all++
			kind := kindOf(path)
			if kinds[kind] == nil {
				kinds[kind] = &score{}
			}
			kinds[kind].all++
			boxes += len(want.Boxes)
			got, err := engine.Boxes(string(src), want.Width, want.Height)
			if err != nil {
				fmt.Printf("%s: %v\n", path, err)
				wrong += len(want.Boxes)
				return nil
			}
			diffs := layouttest.Compare(want.Boxes, got, tolerance)
			wrong += len(diffs)
			if len(diffs) == 0 {
				good++
				kinds[kind].good++
				return nil
			}
			fmt.Printf("%s: %d of %d boxes differ\n", path, len(diffs), len(want.Boxes))
			for i, diff := range diffs {
				if i >= 3 && !verbose {
					break
				}
				fmt.Println("  ", diff)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if all == 0 {
		return fmt.Errorf("no HTML file with boxes beside it in %s", strings.Join(dirs, ", "))
	}
	if len(kinds) > 1 {
		for _, kind := range slices.Sorted(maps.Keys(kinds)) {
			fmt.Printf("%-16s %3d of %d\n", kind, kinds[kind].good, kinds[kind].all)
		}
	}
	fmt.Printf("%d of %d files agree within %.2f px (%.1f %%), %d of %d boxes (%.1f %%)\n",
		good, all, tolerance, 100*float64(good)/float64(all), boxes-wrong, boxes, 100*float64(boxes-wrong)/float64(max(1, boxes)))
	return nil
}

// score counts the files of a kind and those that agree.
type score struct{ good, all int }

// kindOf returns the name of a file without its number.
func kindOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".html")
	if kind, number, ok := strings.Cut(name, "-"); ok && strings.Trim(number, "0123456789") == "" {
		return kind
	}
	return filepath.Base(filepath.Dir(path))
}
