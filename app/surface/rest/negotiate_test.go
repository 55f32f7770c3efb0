package rest

import (
	"net/http"
	"testing"
)

func TestAcceptNamesFiles(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]bool{
		"image/png": true, "image/*": true, "application/pdf": true, "video/mp4": true, "video/*": true,
		"": false, "*/*": false, "application/json": false, "video/mp4, application/json": false, "video/mp4;q=0": false,
	} {
		header := http.Header{}
		if accept != "" {
			header.Set("Accept", accept)
		}
		if got := namesFile(header); got != want {
			t.Errorf("%q: got %v, want %v", accept, got, want)
		}
	}
	if !wantsBytes(http.Header{"Accept": {"video/*"}}, "video/mp4") {
		t.Error("video/* does not ask for an MP4 file")
	}
}
