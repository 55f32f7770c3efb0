package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/canonical"
)

// batchRow is the data of one image.
type batchRow struct {
	number int // from 1
	data   map[string]any
	name   string // file name without extension
}

// readRows reads the rows of a batch: CSV whose first line names the variables, a JSON array of objects, or one object
// a line. Cells of a CSV file get the types that the template declares.
func readRows(name string, raw []byte, vars map[string]*library.Variable) ([]batchRow, error) {
	var list []map[string]any
	var err error
	text := bytes.TrimSpace(raw)
	switch {
	case strings.EqualFold(filepath.Ext(name), ".csv") || len(text) > 0 && text[0] != '[' && text[0] != '{':
		list, err = csvRows(raw, vars)
	case len(text) > 0 && text[0] == '[':
		err = canonical.Unmarshal(text, &list)
	default:
		list, err = lineRows(text)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the rows of %s: %w", name, err)
	}
	rows := make([]batchRow, len(list))
	for i, data := range list {
		if data == nil {
			return nil, fmt.Errorf("reading the rows of %s: row %d is not an object", name, i+1)
		}
		canonical.Shorten(data)
		rows[i] = batchRow{number: i + 1, data: data}
	}
	return rows, nil
}

// lineRows reads one JSON object a line.
func lineRows(text []byte) (list []map[string]any, err error) {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var data map[string]any
		if err := canonical.Unmarshal(line, &data); err != nil {
			return nil, fmt.Errorf("line %d is not a JSON object: %w", i+1, err)
		}
		list = append(list, data)
	}
	return list, nil
}

// csvRows reads CSV (RFC 4180, UTF-8). A column author.name is the member name of the variable author.
func csvRows(raw []byte, vars map[string]*library.Variable) (list []map[string]any, err error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\ufeff"))))
	header, err := r.Read()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for i, column := range header {
		header[i] = strings.TrimSpace(column)
		if header[i] == "" || slices.Contains(header[:i], header[i]) {
			return nil, fmt.Errorf("column %d is named %q; each column needs a name of its own", i+1, header[i])
		}
	}
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		data := map[string]any{}
		for i, cell := range cells {
			if cell == "" {
				continue // the variable's default
			}
			if err := setCell(data, vars, strings.Split(header[i], "."), cell); err != nil {
				line, _ := r.FieldPos(i)
				return nil, fmt.Errorf("line %d, column %s: %w", line, header[i], err)
			}
		}
		list = append(list, data)
	}
}

// setCell sets the member at the path of a cell's column.
func setCell(data map[string]any, vars map[string]*library.Variable, path []string, cell string) error {
	v := vars[path[0]]
	if len(path) == 1 {
		value, err := cellValue(v, cell)
		data[path[0]] = value
		return err
	}
	inner, ok := data[path[0]].(map[string]any)
	if !ok {
		if data[path[0]] != nil {
			return fmt.Errorf("%s has a column of its own", path[0])
		}
		inner = map[string]any{}
		data[path[0]] = inner
	}
	var members map[string]*library.Variable
	if v != nil {
		members = v.Members
	}
	return setCell(inner, members, path[1:], cell)
}

// cellValue converts a cell to the type of its variable. All types but text are parsed as JSON; a number keeps its digits.
func cellValue(v *library.Variable, cell string) (any, error) {
	if v == nil {
		return cell, nil
	}
	switch v.Type {
	case library.Number, library.Integer, library.Boolean, library.Array, library.Object:
		var value any
		if err := canonical.Unmarshal([]byte(strings.TrimSpace(cell)), &value); err != nil {
			return nil, fmt.Errorf("%q is not JSON of the type %s", cell, v.Type)
		}
		return value, nil
	}
	return cell, nil
}

var namePlaceholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\{\s*([A-Za-z0-9_.]+)\s*\}\}`) })

// nameRows names the files by the pattern, whose {{ placeholders }} are values of the row, or by row numbers.
func nameRows(rows []batchRow, pattern string) error {
	width := len(fmt.Sprint(len(rows)))
	taken := map[string]int{}
	for i := range rows {
		r := &rows[i]
		if r.name = fmt.Sprintf("%0*d", width, r.number); pattern != "" {
			missing := ""
			r.name = namePlaceholder().ReplaceAllStringFunc(pattern, func(m string) string {
				path := namePlaceholder().FindStringSubmatch(m)[1]
				if path == "row" {
					return fmt.Sprintf("%0*d", width, r.number)
				}
				text := fileText(valueAt(r.data, strings.Split(path, ".")))
				if text == "" {
					missing = path
				}
				return text
			})
			if missing != "" {
				return usage("row %d has no value for %s in its file name", r.number, missing)
			}
		}
		if other := taken[strings.ToLower(r.name)]; other > 0 {
			return usage("rows %d and %d both write the file %q; add {{ row }} to --name", other, r.number, r.name)
		}
		taken[strings.ToLower(r.name)] = r.number
	}
	return nil
}

func valueAt(v any, path []string) any {
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

// fileText returns a value as part of a file name that is valid on every system.
func fileText(v any) string {
	switch v.(type) {
	case nil, map[string]any, []any:
		return ""
	}
	text := fmt.Sprint(v)
	if n, ok := v.(json.Number); ok {
		text = n.String()
	}
	text = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '-'
		}
		return r
	}, text)
	const most = 120
	runes := []rune(strings.Trim(text, ". "))
	return string(runes[:min(most, len(runes))])
}
