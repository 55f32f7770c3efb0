package wire

import (
	"encoding/json"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
)

// maxRenamed bounds the size in bytes of a value that the fix of a misspelt name repeats.
const maxRenamed = 4096

// rename returns the operations that rename a member of object v to near and keep its value; nil if the object has
// that field already, or another one of its oneof, or if another member could be a misspelling of it, too.
func rename(v *canonical.Value, table *messageTable, at *path, name, near string) []fault.Op {
	f := table.byName[near]
	for i := range v.Members {
		other := v.Members[i].Name
		if other == name {
			continue
		}
		g := table.byName[other]
		if g == nil {
			g = table.byJSON[other]
		}
		if g == nil && fault.Nearest(other, table.names) == near || g != nil && (g.Number() == f.Number() || sameOneof(f, g)) {
			return nil
		}
	}
	value, _ := v.Get(name)
	text := value.Bytes()
	if len(text) > maxRenamed {
		return nil
	}
	plain, ok := plainValue(&value)
	if !ok {
		return nil
	}
	if again, err := json.Marshal(plain); err != nil || len(again) > maxRenamed {
		return nil
	}
	return []fault.Op{{Op: "add", Path: at.parent.field(near).pointer(), Value: plain}, fault.Remove(at.pointer())}
}

func sameOneof(a, b protoreflect.FieldDescriptor) bool {
	o := a.ContainingOneof()
	return o != nil && !o.IsSynthetic() && b.ContainingOneof() != nil && b.ContainingOneof().FullName() == o.FullName()
}

// plainValue returns a value as Go types of JSON; false for a number that they do not represent exactly.
func plainValue(v *canonical.Value) (any, bool) {
	switch v.Kind {
	case canonical.Null:
		return nil, true
	case canonical.Bool:
		return v.Bool, true
	case canonical.String:
		return v.Text, true
	case canonical.Number:
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil && n > -1<<53 && n < 1<<53 {
			return n, true
		}
		n, err := strconv.ParseFloat(v.Text, 64)
		return n, err == nil && strconv.FormatFloat(n, 'f', -1, 64) == v.Text
	case canonical.Array:
		list := make([]any, len(v.Items))
		for i := range v.Items {
			item, ok := plainValue(&v.Items[i])
			if !ok {
				return nil, false
			}
			list[i] = item
		}
		return list, true
	default:
		members := make(map[string]any, len(v.Members))
		for i := range v.Members {
			item, ok := plainValue(&v.Members[i].Value)
			if !ok {
				return nil, false
			}
			members[v.Members[i].Name] = item
		}
		return members, true
	}
}
