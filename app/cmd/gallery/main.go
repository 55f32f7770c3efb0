// Command gallery draws the built-in templates and checks them.
//
//	go run ./app/cmd/gallery docs docs/pictures/templates   the images of docs/templates.md
//	go run ./app/cmd/gallery hero docs/pictures/templates   the first image of the README alone
//	go run ./app/cmd/gallery sheets .cache/gallery          a contact sheet of every template
//	go run ./app/cmd/gallery overview .cache/gallery        one sheet with the moods of every template
//	go run ./app/cmd/gallery check                          every case at every size, in every mood and kit
//	go run ./app/cmd/gallery sample                         the cases that the test draws
//
// -only SLUG,SLUG limits all of them to some templates; -from modules/library/builtin reads them from files that are
// being edited.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/platenhq/platen/app/cmd/gallery/check"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering/engine"
)

func main() {
	only := flag.String("only", "", "draw these templates alone, by slug, between commas")
	cases := flag.String("cases", "", "draw these cases alone, between commas (sheets, check)")
	from := flag.String("from", "", "read the templates of this folder instead of the built-in ones")
	flag.Parse()
	if err := run(flag.Arg(0), flag.Arg(1), *from, split(*only), split(*cases)); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

func run(command, folder, from string, only, cases []string) error {
	list, err := library.Gallery()
	if from != "" {
		list, err = readTemplates(from)
	}
	if err != nil {
		return err
	}
	if len(only) > 0 {
		list = slices.DeleteFunc(list, func(t library.Template) bool { return !slices.Contains(only, t.Slug) })
	}
	all := check.Cases()
	if len(cases) > 0 {
		all = slices.DeleteFunc(all, func(c check.Case) bool { return !slices.Contains(cases, c.Name) })
	}
	d := drawer{engine: engine.New(engine.Options{Workers: runtime.NumCPU()}), list: list, cases: all, folder: folder}
	if folder != "" {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	ctx := context.Background()
	switch {
	case command == "check" || command == "sample":
		return d.check(ctx, command == "sample")
	case command == "overview" && folder != "":
		return d.overview(ctx)
	case command == "sheets" && folder != "":
		return d.sheets(ctx)
	case command == "hero" && folder != "":
		return d.hero(ctx)
	case command == "docs" && folder != "":
		return d.docs(ctx)
	}
	return fmt.Errorf("usage: gallery [-only SLUG,SLUG] [-cases NAME,NAME] docs FOLDER | hero FOLDER | sheets FOLDER | overview FOLDER | check | sample")
}
