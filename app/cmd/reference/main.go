// Command reference writes the generated pages of docs/reference and llms.txt. It runs at the root of the repository:
//
//	go run ./app/cmd/reference
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/platenhq/platen/app"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}

func run() error {
	pages, err := app.ReferencePages(os.DirFS("."))
	if err != nil {
		return err
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return nil
}
