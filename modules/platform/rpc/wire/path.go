package wire

import "github.com/platenhq/platen/modules/platform/fault"

// path is the path to a value, a linked list so that a pointer is built only for a reported problem.
type path struct {
	parent *path
	name   string // as in the text
	proper string // as in the proto, where that may differ
	index  int    // of an array item when name is unused, else -1
}

func (p *path) field(name string) *path { return &path{parent: p, name: name, proper: name, index: -1} }
func (p *path) item(i int) *path        { return &path{parent: p, index: i} }

// pointer returns the JSON Pointer in the text.
func (p *path) pointer() string { return p.render(func(q *path) string { return q.name }) }

// canonical returns the JSON Pointer in the message, which differs where the text has names in lowerCamelCase.
func (p *path) canonical() string { return p.render(func(q *path) string { return q.proper }) }

func (p *path) render(name func(*path) string) string {
	var parts []any
	for q := p; q != nil && q.parent != nil; q = q.parent {
		if q.index >= 0 {
			parts = append(parts, q.index)
		} else {
			parts = append(parts, name(q))
		}
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return fault.Pointer(parts...)
}
