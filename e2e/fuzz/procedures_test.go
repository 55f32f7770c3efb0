package fuzz

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/platenhq/platen/app/surface/connect"
	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/proto/openapi/conformance"
)

// TestProcedures sends random messages to every procedure, in JSON and in the protobuf encoding, as unary requests, in
// gRPC-Web frames and in queries, some of them damaged. No response is an internal or unknown error, and every error has
// a detail with a code. FUZZ_STEPS (600) is the number of requests, FUZZ_SEED their seed.
func TestProcedures(t *testing.T) {
	t.Parallel()
	document, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	table, err := connect.Operations()
	if err != nil {
		t.Fatal(err)
	}
	steps, seed := setting(t, "FUZZ_STEPS", 600), uint64(setting(t, "FUZZ_SEED", int(time.Now().UnixNano()&0x7fffffff)))
	t.Logf("seed %d: repeat with FUZZ_SEED=%d FUZZ_STEPS=%d", seed, seed, steps)
	s := harness.Start(t, settings)
	s.SetAvailable(t, 1_000_000)
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), document: document, ids: map[string][]string{}}
	tokens, modes := []string{s.Live, s.Test, s.Key(t, "live", scopes(document)...)}, []string{"live", "test", "live"}
	procedures := slices.DeleteFunc(slices.Sorted(maps.Keys(table)), func(p string) bool {
		return table[p].Streaming || strings.Contains(p, "Reinit") || strings.Contains(p, "AdminService")
	})
	counts := map[string]int{}
	for step := range steps {
		procedure := procedures[step%len(procedures)]
		message := dynamicpb.NewMessage(table[procedure].Input.Descriptor())
		g.fill(message, 0)
		kind := pick(g, []string{"json", "json", "proto", "proto", "grpc-web", "query"})
		method, path, contentType := http.MethodPost, procedure, "application/"+kind
		body, err := proto.Marshal(message)
		if kind == "json" {
			body, err = protojson.MarshalOptions{UseProtoNames: g.IntN(2) == 0}.Marshal(message)
		}
		if err != nil {
			continue // text that is not UTF-8
		}
		if g.IntN(5) == 0 {
			body = g.damage(body)
		}
		switch kind {
		case "grpc-web":
			contentType = "application/grpc-web+proto"
			body = append([]byte{0, 0, byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}, body...)
		case "query":
			method, path, body = http.MethodGet, procedure+"?connect=v1&encoding=proto&base64=1&message="+base64.RawURLEncoding.EncodeToString(body), nil
		}
		r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		at := g.IntN(len(tokens))
		r.Header.Set("Authorization", "Bearer "+tokens[at])
		r.Header.Set("Content-Type", contentType)
		res, err := (&http.Client{Timeout: time.Minute, Transport: http.DefaultTransport}).Do(r)
		if err != nil {
			if len(path) < 8<<10 {
				t.Errorf("step %d: %s %s: %v", step, kind, procedure, err)
			}
			continue
		}
		data, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil {
			t.Errorf("step %d: %s %s: %v", step, kind, procedure, err)
		}
		for _, m := range identifier.FindAllSubmatch(data, -1) {
			if list := g.ids[string(m[1])]; len(list) < 40 && !slices.Contains(list, string(m[0])) {
				g.ids[string(m[1])] = append(list, string(m[0]))
			}
		}
		status := res.Header.Get("Grpc-Status")
		counts[fmt.Sprint(kind, " ", res.StatusCode, " ", status)]++
		if res.StatusCode == http.StatusUnauthorized || status == "16" { // a request has revoked the key
			tokens[at] = s.Key(t, modes[at], scopes(document)...)
		}
		switch {
		case res.StatusCode >= 500, status == "2", status == "13" && !strings.Contains(res.Header.Get("Grpc-Message"), "protocol error"):
			t.Errorf("step %d: %s %s: %d %s %s %.400s\n%s", step, kind, procedure, res.StatusCode, status, res.Header.Get("Grpc-Message"), data, message)
		case res.StatusCode >= 400 && method == http.MethodPost && !bytes.Contains(data, []byte(`"platen.api.v1.Error"`)):
			t.Errorf("step %d: %s %s: %d %.400s", step, kind, procedure, res.StatusCode, data)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%6d × %s", counts[k], k)
	}
	for line := range strings.Lines(s.Log()) {
		if strings.Contains(line, `"level":"ERROR"`) || strings.Contains(line, "panic") {
			t.Errorf("the service logged %.1500s", line)
		}
	}
}

// fill sets random fields of a message.
func (g *generator) fill(m protoreflect.Message, depth int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		switch {
		case g.IntN(2+depth) != 0 || depth > 5:
		case f.IsMap():
			for range g.IntN(3) {
				value := m.Mutable(f).Map().NewValue()
				if f.MapValue().Message() != nil {
					g.fill(value.Message(), depth+1)
				} else {
					value = g.scalar(f.MapValue())
				}
				if f.MapKey().Kind() == protoreflect.StringKind {
					m.Mutable(f).Map().Set(protoreflect.ValueOfString(pick(g, strange)).MapKey(), value)
				}
			}
		case f.IsList():
			for range g.IntN(4) {
				list := m.Mutable(f).List()
				if f.Message() != nil {
					g.fill(list.AppendMutable().Message(), depth+1)
				} else {
					list.Append(g.scalar(f))
				}
			}
		case f.Message() != nil:
			g.fill(m.Mutable(f).Message(), depth+1)
		default:
			m.Set(f, g.scalar(f))
		}
	}
}

// scalar returns a value of a field that is not a message: an identifier seen before, or one at the edges of its type.
func (g *generator) scalar(f protoreflect.FieldDescriptor) protoreflect.Value {
	n := pick(g, []int64{0, -1, 1, 16, 64, 256, 1 << 31, -1 << 31, 1<<63 - 1, -1 << 63, g.Int64()})
	switch f.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(n&1 == 0)
	case protoreflect.EnumKind:
		if values := f.Enum().Values(); g.IntN(6) != 0 {
			return protoreflect.ValueOfEnum(values.Get(g.IntN(values.Len())).Number())
		}
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(n))
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(n))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(n))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(n)
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(uint64(n))
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(n) / 3)
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(pick(g, []float64{float64(n) / 3, math.NaN(), math.Inf(1), 1e308, 5e-324}))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte(pick(g, strange)))
	default:
		name := string(f.Name())
		if prefix, ok := strings.CutSuffix(name, "_id"); ok && g.IntN(4) != 0 {
			if id := g.id(prefix); id != "" {
				return protoreflect.ValueOfString(id)
			}
		}
		if name == "html" {
			return protoreflect.ValueOfString("<p>" + pick(g, strange))
		}
		return protoreflect.ValueOfString(pick(g, strange))
	}
}
