// Command generate writes the Python client's messages and services from the descriptors that are compiled into
// the generated Go packages:
//
//	go run ./sdk/python/generate sdk/python/platen
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	_ "github.com/platenhq/platen/proto/gen/platen/ai/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/api/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/auth/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/brands/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/credits/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/library/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/policy/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	_ "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate FOLDER")
		os.Exit(2)
	}
	for name, text := range generate() {
		file := filepath.Join(os.Args[1], name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// generate returns the files by their names in the package.
func generate() map[string]string {
	packages := map[string]*contract{}
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		name, ok := packageOf(f.FullName())
		if !ok {
			return true
		}
		c := packages[name]
		if c == nil {
			c = &contract{name: name}
			packages[name] = c
		}
		c.add(f)
		return true
	})
	files := map[string]string{}
	all := slices.Sorted(maps.Keys(packages))
	for _, name := range all {
		packages[name].sort()
		files["v1/"+name+".py"] = packages[name].module()
	}
	files["v1/__init__.py"] = index(all)
	files["_services.py"] = services(packages, all)
	return files
}
