// Command reference writes the generated pages of docs/reference, llms.txt and the names of CSS properties for TypeScript. It
// runs at the root of the repository:
//
//	go run ./app/cmd/reference
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/app/reference"
	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/proto/openapi"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}

func run() error {
	_, settings, err := app.LoadConfig(conf.Map("defaults", nil))
	if err != nil {
		return err
	}
	pages, err := reference.Pages(reference.Sources{Tree: os.DirFS("."), Settings: settings, OpenAPI: openapi.JSON, Status: rest.Status})
	if err != nil {
		return err
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join("docs", "reference", name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return os.WriteFile(filepath.Join("sdk", "typescript", "src", "jsx", "properties.ts"), []byte(propertyTypes()), 0o644)
}
