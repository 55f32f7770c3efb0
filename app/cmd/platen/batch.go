package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// batchLog is the file in the output folder that lists the finished images.
const batchLog = ".platen-batch.jsonl"

// batch renders a document once for each row of a table.
type batch struct {
	renderFlags
	rowsFile, name string
	workers        int

	content library.Content
	files   folder
	sheet   string
	kit     *bridge.LocalKit // nil for none
	local   *rendering.Local
	// base is hashed with a row's data; together they determine the bytes of its image.
	base []byte

	mu       sync.Mutex
	done     map[string]batchEntry // by file
	log      *os.File
	result   batchResult
	progress *progress
}

// batchEntry is a line of the log.
type batchEntry struct {
	Row    int    `json:"row"`
	File   string `json:"file"`
	Input  string `json:"input"` // the hash of the image's inputs
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

type batchFailure struct {
	Row   int     `json:"row"`
	File  string  `json:"file"`
	Error problem `json:"error"`
}

type batchResult struct {
	Rendered int            `json:"rendered"`
	Skipped  int            `json:"skipped"`
	Failed   []batchFailure `json:"failed"`
}

func batchCommand() *cobra.Command {
	var b batch
	cmd := &cobra.Command{
		Use: "batch FILE --rows ROWS -o FOLDER", Short: "Render a document once for each row of a table",
		Long: `Render FILE, which is HTML, a document tree or template:SLUG, once for each row of ROWS, on every core and without a
service. ROWS is CSV whose first line names the variables (author.name is a member of author), a JSON array of objects,
or one JSON object a line. Cells get the types that the template declares; empty ones take the variable's default.

Files are named by the row's number, or by --name, whose {{ placeholders }} are values of the row and {{ row }} its number.
An interrupted batch resumes when it is started again: rows whose inputs have not changed and whose files exist are
skipped. Rows that fail are reported; the other rows are rendered.
Exit code 0 means that every row has its image, 1 that at least one has none.`,
		Example: `  platen batch card.html --rows posts.csv -o cards/ --preset og
  platen batch template:quote --rows quotes.json -o quotes/ --name '{{ author }}-{{ row }}' --format webp --quality 85`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if b.out == "" || b.rowsFile == "" {
				return usage("pass the table with --rows and the output folder with -o")
			}
			b.recordChanged(cmd.Flags())
			if b.output.Format == "" {
				b.output.Format = "png"
			}
			if err := b.check(args[0]); err != nil {
				return err
			}
			return b.run(cmd, args[0])
		},
	}
	b.registerImage(cmd.Flags())
	cmd.Flags().StringVarP(&b.out, "output", "o", "", "the folder for the images")
	cmd.Flags().StringVar(&b.rowsFile, "rows", "", "the table: CSV, a JSON array, or one JSON object a line (- reads standard input)")
	cmd.Flags().StringVar(&b.name, "name", "", "file names without extension, such as '{{ slug }}' (default: the row's number)")
	cmd.Flags().IntVar(&b.workers, "workers", runtime.GOMAXPROCS(0), "number of images rendered concurrently")
	return cmd
}

func (b *batch) run(cmd *cobra.Command, file string) error {
	rows, err := b.open(file, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer b.log.Close()
	b.progress = newProgress(cmd.ErrOrStderr(), "rendering", len(rows))
	ctx, cancel := context.WithCancelCause(cmd.Context())
	defer cancel(nil)
	next := make(chan *batchRow)
	var all sync.WaitGroup
	for range min(max(b.workers, 1), max(len(rows), 1)) {
		all.Go(func() {
			for row := range next {
				if err := b.row(ctx, row); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := range rows {
		select {
		case next <- &rows[i]:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	all.Wait()
	b.progress.done()
	if ctx.Err() != nil {
		if !asJSON(cmd) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d images are rendered; run the same command to resume\n", b.result.Rendered+b.result.Skipped, len(rows))
		}
		return context.Cause(ctx)
	}
	return b.print(cmd)
}

// open reads the document, the table and the log of an earlier run.
func (b *batch) open(file string, stdin io.Reader) ([]batchRow, error) {
	j := &job{files: ".", request: &rendering.Request{}}
	data, err := j.read(file, &b.content, stdin)
	if err != nil {
		return nil, err
	}
	if data != nil && isRequest(data) {
		return nil, usage("%s is a render request; a batch takes a document or template:SLUG", file)
	}
	b.files = j.files
	b.sizeTo(j)
	if b.css != "" {
		sheet, err := readInput(b.css, stdin)
		if err != nil {
			return nil, fmt.Errorf("reading the style sheet: %w", err)
		}
		b.sheet = string(sheet)
	}
	var kitFile []byte
	if b.renderFlags.kit != "" {
		if b.kit, kitFile, err = openKit(b.renderFlags.kit, stdin, readInput); err != nil {
			return nil, err
		}
	}
	raw, err := readInput(b.rowsFile, stdin)
	if err != nil {
		return nil, exit{exitUsage, fmt.Errorf("reading the rows: %w", err)}
	}
	rows, err := readRows(b.rowsFile, raw, b.content.Variables)
	if err != nil {
		return nil, exit{exitUsage, err}
	}
	if err := nameRows(rows, b.name); err != nil {
		return nil, err
	}
	b.base, err = json.Marshal([]any{engine.Version, b.content, b.sheet, string(kitFile), b.spec(), b.seed, b.direction, b.scheme, b.locale, b.timezone, b.strict})
	if err != nil {
		return nil, err
	}
	if b.local, err = newLocal(engine.New(engine.Options{Workers: 1}), b.ffmpeg); err != nil {
		return nil, err
	}
	return rows, b.openLog()
}

// openLog reads which images an earlier run has rendered, and opens the log for appending.
func (b *batch) openLog() error {
	if err := os.MkdirAll(b.out, 0o755); err != nil {
		return err
	}
	b.done = map[string]batchEntry{}
	name := filepath.Join(b.out, batchLog)
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(old))
	for lines.Scan() {
		var e batchEntry
		if json.Unmarshal(lines.Bytes(), &e) == nil { // a killed run may leave the last line truncated
			b.done[e.File] = e
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	if b.log, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return err
	}
	if len(old) > 0 && old[len(old)-1] != '\n' {
		_, err = b.log.WriteString("\n")
	}
	return err
}

// row renders one row, unless its image exists. An error ends the batch; errors of the row are recorded.
func (b *batch) row(ctx context.Context, row *batchRow) error {
	data, err := json.Marshal(row.data)
	if err != nil {
		return err
	}
	hash := sha256.New()
	hash.Write(b.base)
	hash.Write(data)
	input := hex.EncodeToString(hash.Sum(nil))
	for _, ending := range []string{b.output.Format, "jpg"} {
		if file := row.name + "." + ending; b.has(file, input) {
			b.finish(func() { b.result.Skipped++ })
			return nil
		}
	}
	j, err := b.job(row)
	if err == nil {
		err = b.local.Draw(ctx, j.request, j.files, func(d rendering.Drawing) error {
			m, err := j.describe(&d)
			if err != nil {
				return err
			}
			file := row.name + "." + d.Ending()
			if err := writeFile(filepath.Join(b.out, file), d.File.Bytes); err != nil {
				return err
			}
			return b.record(batchEntry{row.number, file, input, m.Bytes, m.SHA256})
		})
	}
	var pathError *fs.PathError
	switch {
	case err == nil:
		b.finish(func() { b.result.Rendered++ })
		return nil
	case ctx.Err() != nil, errors.As(err, &pathError):
		return err
	}
	b.finish(func() {
		b.result.Failed = append(b.result.Failed, batchFailure{row.number, row.name, describeProblem(err)})
	})
	return nil
}

// has reports whether an earlier run has rendered the file from the same inputs.
func (b *batch) has(file, input string) bool {
	b.mu.Lock()
	e, ok := b.done[file]
	b.mu.Unlock()
	if !ok || e.Input != input {
		return false
	}
	info, err := os.Stat(filepath.Join(b.out, file))
	return err == nil && info.Size() == int64(e.Bytes)
}

// job is the request of a row.
func (b *batch) job(row *batchRow) (*job, error) {
	seed := int32(b.seed & 0x7fffffff)
	j := &job{files: b.files, kit: b.kit, request: &rendering.Request{Locale: b.locale, Seed: &seed, Direction: b.direction, ColorScheme: b.scheme,
		OnMissing: rendering.OnMissing{Image: "placeholder"}, Outputs: []rendering.OutputSpec{b.spec()}}}
	if b.strict {
		j.request.OnMissing = rendering.OnMissing{Image: "error", Glyph: "error"}
	}
	content := b.content
	content.Variables = maps.Clone(content.Variables) // filling adds declarations
	if err := j.fillValues(&content, library.Values{Data: row.data, Locale: b.locale, Timezone: b.timezone}); err != nil {
		return nil, err
	}
	j.request.CSS = joinSheets(j.request.CSS, b.sheet)
	if b.kit != nil {
		j.request.CSS = joinSheets(b.kit.CSS(), j.request.CSS)
	}
	return j, nil
}

// record logs that a file is finished.
func (b *batch) record(e batchEntry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	_, err = b.log.Write(append(line, '\n'))
	return err
}

func (b *batch) finish(count func()) {
	b.mu.Lock()
	count()
	b.mu.Unlock()
	b.progress.step()
}

func (b *batch) print(cmd *cobra.Command) error {
	slices.SortFunc(b.result.Failed, func(x, y batchFailure) int { return x.Row - y.Row })
	b.result.Failed = append([]batchFailure{}, b.result.Failed...)
	err := printResult(cmd, b.result, func(w io.Writer) error {
		for _, f := range b.result.Failed {
			fmt.Fprintf(w, "row %d: %s\n", f.Row, f.Error.Message)
			for _, d := range f.Error.Details {
				fmt.Fprintf(w, "  %s: %s\n", d.Path, d.Message)
			}
		}
		fmt.Fprintf(w, "%d rendered, %d skipped, %d failed\n", b.result.Rendered, b.result.Skipped, len(b.result.Failed))
		return nil
	})
	if err != nil || len(b.result.Failed) == 0 {
		return err
	}
	return exit{exitNo, errors.New(counted(len(b.result.Failed), "row failed", "rows failed"))}
}
