package app

import (
	"io/fs"

	"github.com/platenhq/platen/app/reference"
	"github.com/platenhq/platen/app/rest"
	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/proto/openapi"
)

// ReferencePages returns every generated page of the documentation, named by its path from the root of the
// repository, which tree is.
func ReferencePages(tree fs.FS) (map[string]string, error) {
	_, settings, err := LoadConfig(conf.Map("defaults", nil))
	if err != nil {
		return nil, err
	}
	pages, err := reference.Pages(reference.Sources{Tree: tree, Settings: settings, OpenAPI: openapi.JSON, Status: rest.Status})
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for name, text := range pages {
		out["docs/reference/"+name] = text
	}
	return out, nil
}
