// Report compares the engine's pictures with Chromium's. Its two commands stand
// before and after Chromium's turn, in one folder:
//
//	go run ./e2e/fidelity/report draw -out DIR [-cards DIR]…   # DIR/cases/*.html, DIR/ours/*.png, DIR/fonts.conf
//	FONTCONFIG_FILE=DIR/fonts.conf node e2e/fidelity/screenshot.mjs DIR/chromium DIR/cases/*.html
//	go run ./e2e/fidelity/report compare -out DIR              # DIR/report.html, DIR/report.json
//
// The cases are the engine's goldens, the built-in templates with their example
// data at every size they were designed for, and every HTML file of the folders
// given as -cards. A case that uses what only this engine has (generated elements,
// fitted text, utility classes) is given to Chromium as the service gives such
// documents to browsers: generated elements as SVG, utility classes as rules.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// kase is one document drawn twice.
type kase struct {
	Name     string  `json:"name"`
	Kind     string  `json:"kind"`
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Expanded bool    `json:"expanded,omitempty"` // Chromium drew the expansion, see above
	Mean     float64 `json:"mean"`
	SSIM     float64 `json:"ssim"`
	Within   bool    `json:"within"`
	Skipped  string  `json:"skipped,omitempty"` // why Chromium's picture says nothing
	drawn    pictures
}

type folders []string

func (f *folders) String() string     { return strings.Join(*f, ",") }
func (f *folders) Set(v string) error { *f = append(*f, v); return nil }

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("report: draw or compare")
	}
	set := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	out := set.String("out", ".cache/fidelity", "the folder of the comparison")
	only := set.String("only", "", "the cases whose names begin so")
	strict := set.Bool("strict", false, "fail when a case is outside the bars")
	var cards folders
	set.Var(&cards, "cards", "a folder of HTML files (may be given more than once)")
	_ = set.Parse(os.Args[2:])
	var err error
	switch os.Args[1] {
	case "draw":
		err = drawAll(*out, *only, cards)
	case "compare":
		err = compare(*out, *strict)
	default:
		err = fmt.Errorf("no command %q", os.Args[1])
	}
	if err != nil {
		log.Fatal("report: ", err)
	}
}

func listFile(out string) string { return filepath.Join(out, "cases.json") }

func writeJSON(file string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o644)
}
