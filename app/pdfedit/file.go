package pdfedit

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// The kinds of errors.
var (
	// ErrMalformed is the error for a file that is not a valid PDF.
	ErrMalformed = errors.New("the file cannot be read as a PDF")
	// ErrEncrypted is the error for an encrypted file where an unencrypted one is needed.
	ErrEncrypted = errors.New("the file is encrypted")
	// ErrPassword is the error for a password that does not open the file.
	ErrPassword = errors.New("the password does not open the file")
	// ErrArgument is the error for an argument out of range.
	ErrArgument = errors.New("invalid argument")
)

// File is a PDF and its name for errors.
type File struct {
	Name string
	Data []byte
}

// FileError reports what is wrong with one file.
type FileError struct {
	// Name is that of the File.
	Name string
	// Kind is ErrMalformed, ErrEncrypted or ErrPassword.
	Kind error
	// Cause is the error of the library, nil for none.
	Cause error
}

// Error implements error.
func (e *FileError) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("%s: %v", e.Name, e.Kind)
	}
	return fmt.Sprintf("%s: %v: %v", e.Name, e.Kind, e.Cause)
}

// Is implements errors.Is.
func (e *FileError) Is(target error) bool { return target == e.Kind }

// ArgumentError is an ErrArgument.
type ArgumentError struct {
	// Name is that of the argument: pages, every, by, text, image, position, opacity, angle, size, scale, color, allow,
	// owner-password, user-password, or file for a file that the work is not for.
	Name string
	text string
}

// Error implements error.
func (a *ArgumentError) Error() string { return a.text }

// Is implements errors.Is.
func (*ArgumentError) Is(target error) bool { return target == ErrArgument }

func argumentf(name, format string, args ...any) error {
	return &ArgumentError{name, fmt.Sprintf(format, args...)}
}

// guard converts a panic of the library on a hostile file to an error.
func guard(name string, err *error) {
	if r := recover(); r != nil {
		*err = &FileError{name, ErrMalformed, fmt.Errorf("%v", r)}
	}
}

// withoutConfigDir keeps the library from writing a configuration folder; it sets a global variable of the library.
var withoutConfigDir = sync.OnceFunc(api.DisableConfigDir)

func configuration(cmd model.CommandMode) *model.Configuration {
	withoutConfigDir()
	c := model.NewDefaultConfiguration()
	c.Cmd = cmd
	c.Offline = true
	c.ValidateLinks = false
	c.CheckFileNameExt = false
	c.Optimize, c.OptimizeBeforeWriting = true, false
	c.CreateBookmarks, c.MergeBookmarkMode = true, model.MergeBookmarkModePreserve
	c.Limits.MaxStreamBytes, c.Limits.MaxDecodeBytes, c.Limits.MaxImageBytes = 256<<20, 256<<20, 256<<20
	c.Limits.MaxObjectCount, c.Limits.MaxXRefEntries = 2_000_000, 2_000_000
	return c
}

// read reads a file with the password of the configuration.
func read(f File, c *model.Configuration) (*model.Context, error) {
	ctx, err := api.ReadAndValidate(bytes.NewReader(f.Data), c)
	switch {
	case errors.Is(err, pdfcpu.ErrEncrypted), errors.Is(err, pdfcpu.ErrWrongPassword) && c.UserPW == "" && c.OwnerPW == "":
		return nil, &FileError{f.Name, ErrEncrypted, nil}
	case errors.Is(err, pdfcpu.ErrWrongPassword):
		return nil, &FileError{f.Name, ErrPassword, nil}
	case errors.Is(err, pdfcpu.ErrNotEncrypted):
		return nil, argumentf("file", "%s is not encrypted", f.Name)
	case err != nil:
		return nil, &FileError{f.Name, ErrMalformed, err}
	case ctx.XRefTable.Version() < model.V20 && ctx.HeaderVersion == nil:
		return nil, &FileError{f.Name, ErrMalformed, errors.New("it has no version")}
	}
	if err := ctx.EnsurePageCount(); err != nil {
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	if ctx.PageCount < 1 {
		return nil, &FileError{f.Name, ErrMalformed, errors.New("it has no pages")}
	}
	return ctx, nil
}

// edit reads a file for editing.
func edit(f File, c *model.Configuration) (*model.Context, error) {
	ctx, err := read(f, c)
	if err != nil {
		return nil, err
	}
	if ctx.Encrypt != nil {
		return nil, &FileError{f.Name, ErrEncrypted, nil}
	}
	if err := api.OptimizeContext(ctx); err != nil {
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	modern(ctx)
	return ctx, nil
}

// modern converts a document to PDF 2.0, which needs no dates, and removes claims of conformance to a standard, since an
// edited file is not verified.
func modern(ctx *model.Context) {
	v := model.V20
	ctx.HeaderVersion, ctx.RootVersion = &v, nil
	if ctx.RootDict != nil {
		delete(ctx.RootDict, "Metadata")
		delete(ctx.RootDict, "Version")
	}
}

// noID is a placeholder for the file identifier.
var noID = types.HexLiteral(strings.Repeat("0", 32))

// write serialises the document of a file, deterministically unless it is encrypted. Its errors are about the file,
// parts of which are only read now.
func write(f File, ctx *model.Context) ([]byte, error) {
	modern(ctx)
	if !identified(ctx.ID) {
		ctx.ID = types.Array{noID, noID}
	}
	var out bytes.Buffer
	if err := api.WriteContext(ctx, &out); err != nil {
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	if ctx.Encrypt != nil {
		return out.Bytes(), nil
	}
	data, err := serialise(out.Bytes())
	if err != nil {
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	return data, nil
}

// identified reports whether id is a file identifier: two strings.
func identified(id types.Array) bool {
	for _, part := range id {
		switch part.(type) {
		case types.HexLiteral, types.StringLiteral:
		default:
			return false
		}
	}
	return len(id) == 2
}
