// Report compares the engine's images with Chromium's. Its commands run
// before and after Chromium, in one folder:
//
//	go run ./e2e/fidelity/report draw -out DIR [-cards DIR]…   # DIR/cases/*.html, DIR/ours/*.png, DIR/fonts.conf
//	FONTCONFIG_FILE=DIR/fonts.conf node e2e/fidelity/screenshot.mjs DIR/chromium DIR/cases/*.html
//	go run ./e2e/fidelity/report compare -out DIR              # DIR/report.html, DIR/report.json
//	go run ./e2e/fidelity/report publish -out DIR              # docs/fidelity.md, from the goldens of DIR/report.json
//
// The command fonts writes only the fonts and fonts.conf, for measurements with other tools.
//
// The cases are the engine's goldens, the built-in templates with their example
// data at every size they were designed for, and every HTML file of the folders
// given as -cards, each at every scale. A case that uses what only this engine has (generated elements,
// fitted text, utility classes) is expanded for Chromium as the service does for
// browsers: generated elements as SVG, utility classes as rules.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// comparison is one document rendered by both engines.
type comparison struct {
	Name   string  `json:"name"`
	Kind   string  `json:"kind"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Scale  float64 `json:"scale"`
	// Warnings are the codes and messages of the engine's warnings.
	Warnings []string `json:"warnings,omitempty"`
	Expanded bool     `json:"expanded,omitempty"` // Chromium rendered the expanded document
	Mean     float64  `json:"mean"`
	SSIM     float64  `json:"ssim"`
	Within   bool     `json:"within"`
	Skipped  string   `json:"skipped,omitempty"` // why Chromium's image is not comparable
	drawn    images
}

type folders []string

func (f *folders) String() string     { return strings.Join(*f, ",") }
func (f *folders) Set(v string) error { *f = append(*f, v); return nil }

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("report: draw, compare, publish or fonts")
	}
	set := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	out := set.String("out", ".cache/fidelity", "the folder of the comparison")
	only := set.String("only", "", "the cases whose names begin so")
	alone := set.Bool("alone", false, "only the folders given as -cards")
	scales := set.String("scales", "1", "device pixels per CSS pixel, separated by commas")
	strict := set.Bool("strict", false, "fail when a case is outside the bars")
	var cards folders
	set.Var(&cards, "cards", "a folder of HTML files (may be given more than once)")
	_ = set.Parse(os.Args[2:])
	var err error
	switch os.Args[1] {
	case "draw":
		d := &drawer{out: *out, only: *only, engine: engine.New(engine.Options{})}
		if d.scales, err = readScales(*scales); err == nil {
			err = d.all(cards, *alone)
		}
	case "compare":
		err = compare(*out, *strict)
	case "publish":
		err = publish(*out)
	case "fonts":
		err = writeFonts(*out)
	default:
		err = fmt.Errorf("no command %q", os.Args[1])
	}
	if err != nil {
		log.Fatal("report: ", err)
	}
}

// readScales reads a list of scales such as "1,1.5".
func readScales(list string) ([]float64, error) {
	var out []float64
	for text := range strings.SplitSeq(list, ",") {
		scale, err := strconv.ParseFloat(text, 64)
		if err != nil || scale < 1 || scale > 3 {
			return nil, fmt.Errorf("%q is not a scale from 1 to 3", text)
		}
		out = append(out, scale)
	}
	return out, nil
}

func listFile(out string) string { return filepath.Join(out, "cases.json") }

func writeJSON(file string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o644)
}
