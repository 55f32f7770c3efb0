package surface_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"net/http"
	"strings"
	"testing"
)

// frame returns an envelope with a compressed message: flags, length, and n MiB of a string field.
func frame(t *testing.T, n int) string {
	t.Helper()
	message := binary.AppendUvarint([]byte{0x0a}, uint64(n)<<20)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for i := range n + 1 {
		if i > 0 {
			message = bytes.Repeat([]byte("a"), 1<<20)
		}
		if _, err := z.Write(message); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return string(binary.BigEndian.AppendUint32([]byte{1}, uint32(packed.Len()))) + packed.String()
}

// TestFramedMessagesAreBounded: a compressed message of gRPC, gRPC-Web and Connect is decompressed within the bounds of
// REST bodies, with and without a token.
func TestFramedMessagesAreBounded(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	bomb, large := frame(t, 100), "\x00\x00\x20\x00\x00"+strings.Repeat("a", 2<<20)
	for _, c := range []struct{ path, contentType, body, in string }{
		{"/platen.rendering.v1.RenderService/ListRenderJobs", "application/grpc-web+proto", bomb, "100 times"},
		{"/platen.rendering.v1.RenderService/ListRenderJobs", "application/grpc", bomb, "100 times"},
		{"/platen.rendering.v1.RenderService/WatchRenderJob", "application/connect+proto", bomb, "100 times"},
		{"/grpc.health.v1.Health/Check", "application/grpc-web+proto", bomb, "100 times"},
		{"/grpc.health.v1.Health/Check", "application/grpc", bomb, "100 times"},
		{"/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", "application/grpc", bomb, "100 times"},
		{"/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", "application/grpc", large, "limit"},
	} {
		a := s.do(t, "POST", c.path, c.body, "Content-Type", c.contentType, "Grpc-Encoding", "gzip", "Connect-Content-Encoding", "gzip", "Te", "trailers")
		if len(a.body) > 5 && a.body[0]&1 != 0 { // a compressed frame
			if z, err := gzip.NewReader(bytes.NewReader(a.body[5:])); err == nil {
				a.body, _ = io.ReadAll(z)
			}
		}
		if said := a.header.Get("Grpc-Message") + a.trailer.Get("Grpc-Message") + string(a.body); !strings.Contains(said, c.in) {
			t.Errorf("%s over %s: %d %s %.300q", c.path, c.contentType, a.status, a.header, said)
		}
	}
	if a := s.do(t, "POST", "/grpc.health.v1.Health/Check", bomb[5:], "Content-Type", "application/proto", "Content-Encoding", "gzip"); a.status != http.StatusBadRequest || !strings.Contains(string(a.body), "compression_ratio") {
		t.Errorf("a probe over Connect: %d %.300s", a.status, a.body)
	}
}

// TestMalformedFrames: frames that are cut off, repeated or missing are invalid requests with a field and a rule.
func TestMalformedFrames(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	message := "\x00\x00\x00\x00\x02\x08\x0a"
	for _, c := range []struct{ body, in string }{
		{"\x00\x00\x00\x00\xff{}", "the frame has 255 bytes, and 2 arrived"},
		{"\x00\x00\x00", "its head has 5 bytes, and 3 arrived"},
		{"", "no message"},
		{message + message, "more than one message"},
		{message + "\x00", "its head has 5 bytes, and 1 arrived"},
		{"\x07\x00\x00\x00\x00", "flags of the frame are 0x07"},
		{"\x01\x00\x00\x00\x00", "names the compression is missing"},
		{"\x00\xff\xff\xff\xff{}", "larger than"},
		{message, ""},
	} {
		repeated := strings.HasPrefix(c.body, message) && c.in != ""
		for path, contentType := range map[string]string{
			"/platen.rendering.v1.RenderService/ListRenderJobs": "application/grpc-web+proto", "/platen.rendering.v1.RenderService/GetRenderJob": "application/grpc", "/platen.rendering.v1.RenderService/WatchRenderJob": "application/connect+proto",
		} {
			if repeated && contentType == "application/connect+proto" {
				continue // what follows the message is not read
			}
			a := s.do(t, "POST", path, c.body, "Content-Type", contentType, "Te", "trailers")
			said := a.header.Get("Grpc-Message") + a.trailer.Get("Grpc-Message") + string(a.body)
			if c.in == "" && strings.Contains(said, "frame") || !strings.Contains(said, c.in) {
				t.Errorf("%q over %s: %d %s %.400q, want %q", c.body, contentType, a.status, a.header, said, c.in)
			}
			if status := a.header.Get("Grpc-Status") + a.trailer.Get("Grpc-Status"); status == "13" || strings.Contains(string(a.body), `"internal"`) {
				t.Errorf("%q over %s is an internal error: %.300q", c.body, contentType, said)
			}
		}
	}
}

// TestMalformedQueryMessages: a Connect GET request with malformed base64 is an invalid request.
func TestMalformedQueryMessages(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	for message, valid := range map[string]bool{"!!": false, "a": false, "CAo": true, "CAo=": true, "CAo==": false, "": true, "//": false} {
		a := s.do(t, "GET", "/platen.rendering.v1.RenderService/ListRenderJobs?connect=v1&encoding=proto&base64=1&message="+message, "")
		if valid && a.status >= 500 || !valid && (a.status != 400 || !strings.Contains(string(a.body), `"rule":"format"`)) {
			t.Errorf("%q: %d %s", message, a.status, a.body)
		}
	}
}
