package plan

import (
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Place converts a path into the resolved request to the nearest path into the request that the caller sent: errors in
// a filled-in document are reported at the template.
func (p *Plan) Place(path string) string {
	if p.Pins.Template == nil {
		return path
	}
	for _, member := range []string{"/html", "/document"} {
		if path == member || strings.HasPrefix(path, member+"/") {
			return "/template"
		}
	}
	return path
}

// Fault returns the fault of an engine's error about an output, with paths into the request that the caller sent.
func (p *Plan) Fault(err error, output int) error {
	return p.Relocate(request.EngineFault(err, output))
}

// Relocate converts the paths of a fault to paths into the request that the caller sent.
func (p *Plan) Relocate(err error) error {
	return fault.Relocate(err, func(d *fault.Detail) { d.Path = p.Place(d.Path) })
}
