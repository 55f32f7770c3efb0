// Command layoutscore lays out every HTML file below the given directories that
// has a browser's boxes beside it and reports how many agree:
//
//	layoutscore [-tolerance 0.6] [-v] [-only NAME] [-dump] DIR…
//
// e2e/fidelity/boxes.mjs makes the boxes. A file agrees when every one of its
// boxes is within the tolerance.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
)

func main() {
	tolerance := flag.Float64("tolerance", 0.6, "largest difference in CSS px")
	verbose := flag.Bool("v", false, "show differences of every file")
	dump := flag.Bool("dump", false, "print the fragments of every file instead")
	only := flag.String("only", "", "lay out files whose name contains this")
	flag.Parse()
	if err := run(flag.Args(), *only, *tolerance, *verbose, *dump); err != nil {
		fmt.Fprintln(os.Stderr, "layoutscore:", err)
		os.Exit(1)
	}
}

func run(dirs []string, only string, tolerance float64, verbose, dump bool) error {
	engine := layouttest.New()
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
	fmt.Printf("%d of %d files agree within %.2f px (%.1f %%), %d of %d boxes (%.1f %%)\n",
		good, all, tolerance, 100*float64(good)/float64(all), boxes-wrong, boxes, 100*float64(boxes-wrong)/float64(max(1, boxes)))
	return nil
}
