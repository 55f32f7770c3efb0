package platen_test

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	platen "github.com/platenhq/platen/sdk/go"
)

// services calls f with every service of the API.
func services(f func(protoreflect.ServiceDescriptor)) {
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			if s := file.Services().Get(i); strings.HasPrefix(string(s.FullName()), "platen.") {
				f(s)
			}
		}
		return true
	})
}

// TestClientHasEveryService finds services of the API that no field of Client calls.
func TestClientHasEveryService(t *testing.T) {
	t.Parallel()
	fields := map[string]bool{}
	for f := range reflect.TypeFor[platen.Client]().Fields() {
		path := strings.Split(f.Type.PkgPath(), "/") // …/platen/rendering/v1/renderingv1connect
		fields["platen."+path[len(path)-3]+".v1."+strings.TrimSuffix(f.Type.Name(), "Client")] = true
	}
	seen := 0
	services(func(s protoreflect.ServiceDescriptor) {
		seen++
		if !fields[string(s.FullName())] {
			t.Errorf("Client has no field for %s", s.FullName())
		}
	})
	if seen < 20 {
		t.Errorf("only %d services were found", seen)
	}
}

// TestEveryListCanBeIterated finds lists of the API that no method of Client goes through.
func TestEveryListCanBeIterated(t *testing.T) {
	t.Parallel()
	items := map[string]bool{}
	for m := range reflect.TypeFor[*platen.Client]().Methods() {
		if m.Type.NumOut() != 1 || !strings.HasPrefix(m.Type.Out(0).Name(), "Seq2[") {
			continue
		}
		item := m.Type.Out(0).In(0).In(0).Elem()
		path := strings.Split(item.PkgPath(), "/")
		items["platen."+path[len(path)-2]+".v1."+item.Name()] = true
	}
	seen := 0
	services(func(s protoreflect.ServiceDescriptor) {
		for i := range s.Methods().Len() {
			out := s.Methods().Get(i).Output()
			if data := out.Fields().ByName("data"); data != nil && out.Fields().ByName("page") != nil {
				seen++
				if !items[string(data.Message().FullName())] {
					t.Errorf("no method yields the items of %s", s.Methods().Get(i).FullName())
				}
			}
		}
	})
	if seen < 20 {
		t.Errorf("only %d lists were found", seen)
	}
}

// TestDependencies keeps what a program that imports the client links: Connect, protobuf and generated code.
func TestDependencies(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"connectrpc.com/connect", "google.golang.org/protobuf", "buf.build/gen/go/bufbuild/protovalidate",
		"github.com/platenhq/platen/proto/gen", "github.com/platenhq/platen/sdk/go"}
	paths := strings.Fields(string(out))
	if len(paths) < 20 {
		t.Fatalf("only %d packages", len(paths))
	}
	for _, path := range paths {
		ok := false
		for _, prefix := range allowed {
			ok = ok || path == prefix || strings.HasPrefix(path, prefix+"/")
		}
		if !ok {
			t.Errorf("the client links %s", path)
		}
	}
}
