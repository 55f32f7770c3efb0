package inputs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Reader reads the files that requests reference. It is safe for concurrent use; every field is required.
type Reader struct {
	Store  *store.Store
	Files  Files
	Remote Remote
	Assets Assets
	Art    Art
}

// Input is a file that affects the bytes of an image, for receipts. Kind is image, font or background.
type Input struct{ Kind, Name, SHA256 string }

// Set caches the files of one request by URL. It is not safe for concurrent use.
type Set struct {
	reader    *Reader
	workspace ident.Workspace
	files     map[string][]byte // nil for a missing one
	inputs    []Input
	warnings  []request.Warning
}

// Open returns an empty set for a request of a workspace.
func (r *Reader) Open(workspace ident.Workspace) *Set {
	return &Set{reader: r, workspace: workspace, files: map[string][]byte{}}
}

// File implements engine.Files.
func (s *Set) File(url string) ([]byte, bool) {
	data, ok := s.files[url]
	return data, ok && data != nil
}

// Inputs returns the files that were read, sorted by kind and name.
func (s *Set) Inputs() []Input { return s.inputs }

// TakeWarnings returns the warnings since the last call.
func (s *Set) TakeWarnings() []request.Warning {
	w := s.warnings
	s.warnings = nil
	return w
}

// Fetch reads the references that the set does not have yet. One that cannot be read is recorded as missing, for
// on_missing.
func (s *Set) Fetch(ctx context.Context, refs []engine.Reference) error {
	for _, r := range refs {
		if _, done := s.files[r.URL]; done {
			continue
		}
		if len(s.files) >= request.MaxRemoteFiles {
			return fault.Rules(request.Located(fault.Detail{
				Path: r.Path, Rule: "max_remote_files", Expected: int64(request.MaxRemoteFiles), Message: fmt.Sprintf("A request may name at most %d remote files.", request.MaxRemoteFiles),
			}))
		}
		read := s.readRemote
		switch {
		case Uploaded(r.URL):
			read = s.readUpload
		case strings.HasPrefix(r.URL, engine.ArtScheme):
			read = s.drawBackground
		}
		if err := read(ctx, r); err != nil {
			return err
		}
	}
	slices.SortFunc(s.inputs, func(x, y Input) int { return strings.Compare(x.Kind+x.Name, y.Kind+y.Name) })
	return nil
}

// readRemote reads a remote file and pins its content.
func (s *Set) readRemote(ctx context.Context, r engine.Reference) error {
	data, err := s.reader.remote(ctx, s.workspace, r.URL)
	if err != nil {
		if ctx.Err() != nil {
			return request.EngineFault(ctx.Err(), -1)
		}
		if !errors.As(err, new(unreachable)) {
			return err
		}
		s.files[r.URL] = nil
		s.warnings = append(s.warnings, request.Warning{Code: "asset_unreachable", Path: r.Path, Message: r.URL + " could not be read."})
		return nil
	}
	s.add(r, data)
	s.warnings = append(s.warnings, request.Warning{Code: "asset_pinned", Path: r.Path, Message: r.URL + " has no integrity; the content read first is used for ever."})
	return nil
}

// add stores a file in the set and records it as an image or a font.
func (s *Set) add(r engine.Reference, data []byte) {
	s.files[r.URL] = data
	kind := "image"
	if r.Kind == engine.FontReference {
		kind = "font"
	}
	s.inputs = append(s.inputs, Input{Kind: kind, Name: r.URL, SHA256: SHA256(data)})
}
