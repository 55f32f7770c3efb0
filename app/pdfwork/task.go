package pdfwork

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/platenhq/platen/app/pdfedit"
	"github.com/platenhq/platen/modules/rendering"
)

// task is what a child does.
type task struct {
	Work   rendering.PDFWork
	Time   time.Duration
	Memory int64
}

// outcome is what a child returns: Parts, a Problem with the work, or the text of an internal Failure.
type outcome struct {
	Parts   []rendering.PDFPart
	Problem *rendering.PDFProblem
	Failure string
}

// do runs a task.
func (t *task) do(ctx context.Context) outcome {
	var parts []rendering.PDFPart
	bounds := pdfedit.Bounds{Time: t.Time, Memory: t.Memory}
	err := bounds.Within(ctx, func() (err error) {
		parts, err = edit(ctx, &t.Work)
		return err
	})
	var problem *rendering.PDFProblem
	switch {
	case err == nil:
		return outcome{Parts: parts}
	case errors.As(err, &problem):
		return outcome{Problem: problem}
	case errors.Is(err, pdfedit.ErrLimit):
		return outcome{Problem: &rendering.PDFProblem{Kind: rendering.PDFLimit, Message: err.Error()}}
	}
	return outcome{Failure: err.Error()}
}

// edit does the work, with the mark of test mode on each page if it is wanted. Its errors about the files and settings
// are PDFProblems.
func edit(ctx context.Context, w *rendering.PDFWork) ([]rendering.PDFPart, error) {
	files := make([]pdfedit.File, len(w.Files))
	pages := make([]int, len(w.Files))
	total := 0
	for i, data := range w.Files {
		files[i] = pdfedit.File{Name: fmt.Sprintf("file %d", i+1), Data: data}
		password := ""
		if w.Operation == rendering.DecryptPDF {
			password = w.OwnerPassword
		}
		info, err := pdfedit.Read(files[i], password)
		if err != nil {
			return nil, problem(err, i)
		}
		if info.Encrypted && w.Operation != rendering.DecryptPDF {
			return nil, problem(&pdfedit.FileError{Name: files[i].Name, Kind: pdfedit.ErrEncrypted}, i)
		}
		pages[i], total = info.Pages, total+info.Pages
		if total > rendering.MaxPDFPages {
			return nil, &rendering.PDFProblem{Kind: rendering.TooManyPDFPages, File: i, Actual: total}
		}
	}
	f := files[0]
	if w.Mark && w.Operation != rendering.DecryptPDF {
		for i := range files {
			var err error
			if files[i].Data, err = mark(files[i]); err != nil {
				return nil, problem(err, i)
			}
		}
		f = files[0]
	}
	var data []byte
	var err error
	switch w.Operation {
	case rendering.MergePDFs:
		data, err = pdfedit.Merge(files)
	case rendering.SplitPDF:
		return split(f, w, total)
	case rendering.RotatePDF:
		data, err = pdfedit.Rotate(f, w.By, w.Pages)
	case rendering.StampPDF:
		s := pdfedit.Stamp{Text: w.Text, Image: w.Image, PDF: w.Overlay, Position: strings.ReplaceAll(w.Position, "_", "-"), Opacity: w.Opacity, Angle: w.Angle,
			Size: w.Size, Scale: w.Scale, Color: w.Color, Behind: w.Behind, Pages: w.Pages}
		if err = s.Draw(ctx); err == nil {
			data, err = s.Apply(f)
		}
	case rendering.EncryptPDF:
		data, err = pdfedit.Encrypt(f, w.UserPassword, w.OwnerPassword, w.Allow)
	case rendering.DecryptPDF:
		data, err = pdfedit.Decrypt(f, w.OwnerPassword)
		if err == nil && w.Mark {
			f.Data = data
			data, err = mark(f)
		}
	default:
		return nil, fmt.Errorf("the operation %q is unknown", w.Operation)
	}
	if err != nil {
		return nil, problem(err, 0)
	}
	return []rendering.PDFPart{{Data: data, Pages: total}}, nil
}

// split rejects too many parts before it makes them.
func split(f pdfedit.File, w *rendering.PDFWork, pages int) ([]rendering.PDFPart, error) {
	parts := (pages + w.Every - 1) / w.Every
	if w.Pages != "" {
		ranges, err := pdfedit.Ranges(w.Pages, pages)
		if err != nil {
			return nil, problem(err, 0)
		}
		parts = len(ranges)
	}
	if parts > rendering.MaxPDFParts {
		return nil, &rendering.PDFProblem{Kind: rendering.TooManyPDFParts, Actual: parts}
	}
	made, err := pdfedit.Split(f, w.Every, w.Pages)
	if err != nil {
		return nil, problem(err, 0)
	}
	out := make([]rendering.PDFPart, len(made))
	for i, p := range made {
		out[i] = rendering.PDFPart{Data: p.Data, Pages: p.To - p.From + 1, From: p.From, To: p.To}
	}
	return out, nil
}

// mark puts the mark of test mode on every page.
func mark(f pdfedit.File) ([]byte, error) {
	s := pdfedit.Stamp{Text: "TEST", Position: "center", Opacity: 0.3, Angle: 45, Size: 120, Color: "#808080"}
	return s.Apply(f)
}

// problem converts an error of pdfedit about a file or a setting; other errors are returned unchanged.
func problem(err error, file int) error {
	var about *pdfedit.FileError
	var setting *pdfedit.ArgumentError
	switch {
	case errors.As(err, &setting):
		return &rendering.PDFProblem{Kind: rendering.PDFSetting, File: file, Setting: strings.ReplaceAll(setting.Name, "-", "_"), Message: setting.Error()}
	case errors.As(err, &about):
		kind := rendering.PDFMalformed
		switch {
		case errors.Is(about.Kind, pdfedit.ErrEncrypted):
			kind = rendering.PDFEncrypted
		case errors.Is(about.Kind, pdfedit.ErrPassword):
			kind = rendering.PDFPassword
		}
		return &rendering.PDFProblem{Kind: kind, File: file, Overlay: about.Name == pdfedit.StampName, Message: err.Error()}
	}
	return err
}
