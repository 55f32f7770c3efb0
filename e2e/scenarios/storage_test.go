package scenarios

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/modules/platform/blob/blobtest"
)

// storedFile is an output whose stored object a test corrupts.
type storedFile struct {
	Name, URL, SHA256 string
	ImageID           string `json:"image_id"`
	PDFID             string `json:"pdf_id"`
}

func startOnDisk(t *testing.T, settings ...string) (*harness.Service, *blobtest.Disk) {
	t.Helper()
	disk := blobtest.New(t, 1<<30)
	values := map[string]string{"PLATEN_BLOB_URL": disk.URL, "PLATEN_FILE_CACHE": "0"}
	for i := 0; i+1 < len(settings); i += 2 {
		values[settings[i]] = settings[i+1]
	}
	return harness.Start(t, values), disk
}

type usage struct{ Available, Held, Spent, Granted int }

func usageOf(t *testing.T, s *harness.Service) (u usage) {
	t.Helper()
	s.Do(t, "GET", "/api/v1/usage", s.Live, "").JSON(t, &u)
	return u
}

// damages are the kinds of corruption.
var damages = map[string]func([]byte) []byte{
	"empty":   func([]byte) []byte { return []byte{} },
	"cut":     func(b []byte) []byte { return b[:len(b)/2] },
	"bit":     func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
	"removed": func([]byte) []byte { return nil },
}

// TestDamagedFileIsRenderedAgain: for every kind of corruption and every read path, the reader gets the bytes of
// the receipt's hash, nothing is charged, and one render serves all readers.
func TestDamagedFileIsRenderedAgain(t *testing.T) {
	t.Parallel()
	s, disk := startOnDisk(t)
	var asset struct{ ID string }
	picture := `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`
	s.Do(t, "POST", "/api/v1/assets", s.Live, `{"name":"dot","data":"`+picture+`"}`).JSON(t, &asset)
	var made struct{ Outputs []storedFile }
	for _, key := range []string{s.Live, s.Test} { // a watermark is rendered again too
		var some struct{ Outputs []storedFile }
		s.Do(t, "POST", "/api/v1/facade/generate", key, `{"operation":"preview","html":"<img src=asset:`+asset.ID+` width=40><h1>a file</h1><ai-background tone=dark></ai-background>",
			"outputs":[{"name":"a","width":200,"height":100},{"name":"b","width":60,"height":40,"format":"webp"},{"name":"c","width":60,"height":40,"format":"pdf"},{"name":"d","width":60,"height":40,"format":"svg"}]}`).JSON(t, &some)
		made.Outputs = append(made.Outputs, some.Outputs...)
	}
	var drawn struct{ Outputs []storedFile }
	s.Do(t, "POST", "/api/v1/ai/mesh-gradient", s.Live, `{"width":64,"height":64,"colors":["#ff0000","#0000ff"]}`).JSON(t, &drawn)
	made.Outputs = append(made.Outputs, drawn.Outputs...)
	if len(made.Outputs) < 8 {
		t.Fatalf("%d outputs", len(made.Outputs))
	}
	spent := usageOf(t, s)
	for i, o := range made.Outputs {
		for name, damage := range damages {
			whole := disk.Objects()[o.SHA256]
			before := disk.Writes(o.SHA256)
			if !disk.Damage(o.SHA256, damage) {
				t.Fatalf("%s is not stored", o.Name)
			}
			var readers sync.WaitGroup
			for range 6 {
				readers.Go(func() {
					a := s.Do(t, http.MethodGet, o.URL, "", "")
					if sum := sha256.Sum256(a.Body); a.Status != 200 || hex.EncodeToString(sum[:]) != o.SHA256 {
						t.Errorf("%d %s, %s: %d, %d of %d bytes: %.200s", i, o.Name, name, a.Status, len(a.Body), len(whole), a.Body)
					}
				})
			}
			readers.Wait()
			if n := disk.Writes(o.SHA256) - before; n != 1 {
				t.Errorf("%s, %s: %d renders for 6 readers", o.Name, name, n)
			}
			if !bytes.Equal(disk.Objects()[o.SHA256], whole) {
				t.Errorf("%s, %s: the object is not whole again", o.Name, name)
			}
		}
	}
	o := made.Outputs[0]
	disk.Damage(o.SHA256, damages["empty"])
	if a := s.Do(t, "GET", "/api/v1/images/"+o.ImageID, s.Live, "", "Accept", "image/png"); a.Status != 200 || len(a.Body) == 0 {
		t.Errorf("by the API: %d, %d bytes", a.Status, len(a.Body))
	}
	p := made.Outputs[2]
	disk.Damage(p.SHA256, damages["cut"])
	if a := s.Do(t, "GET", "/api/v1/pdf/"+p.PDFID, s.Live, "", "Accept", "application/pdf"); a.Status != 200 || !bytes.HasPrefix(a.Body, []byte("%PDF")) {
		t.Errorf("a PDF by the API: %d, %.100s", a.Status, a.Body)
	}
	if now := usageOf(t, s); now != spent {
		t.Errorf("usage was %+v and is %+v", spent, now)
	}
}

// TestFileThatCannotBeRenderedAgainIs503: a lost file is a retryable error, for images whose inputs are lost and for
// uploads, and uploading the same bytes again repairs both.
func TestFileThatCannotBeRenderedAgainIs503(t *testing.T) {
	t.Parallel()
	s, disk := startOnDisk(t)
	picture, _ := base64.StdEncoding.DecodeString(`iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`)
	sum := sha256.Sum256(picture)
	upload := `{"name":"dot","data":"` + base64.StdEncoding.EncodeToString(picture) + `"}`
	var asset struct{ ID string }
	s.Do(t, "POST", "/api/v1/assets", s.Live, upload).JSON(t, &asset)
	request := func(n int) string {
		return fmt.Sprintf(`{"operation":"preview","html":"<img src=asset:%s width=4%d>","outputs":[{"width":50,"height":50}]}`, asset.ID, n)
	}
	var made struct{ Outputs []storedFile }
	s.Do(t, "POST", "/api/v1/facade/generate", s.Live, request(0)).JSON(t, &made)
	o := made.Outputs[0]
	disk.Damage(hex.EncodeToString(sum[:]), damages["bit"])
	disk.Damage(o.SHA256, damages["removed"])
	for _, public := range []string{o.URL, s.URL + "/cdn/" + asset.ID + ".png"} {
		a := s.Do(t, "GET", public, "", "")
		if code, rule := a.Code(t); a.Status != 503 || code != "INTERNAL_ERROR" || rule != "file_unavailable" || a.Header.Get("Retry-After") == "" || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s %s %v", public, a.Status, code, rule, a.Header)
		}
	}
	for _, private := range []string{"/api/v1/images/" + o.ImageID, "/api/v1/assets/" + asset.ID} {
		a := s.Do(t, "GET", private, s.Live, "", "Accept", "image/png")
		if code, rule := a.Code(t); a.Status != 500 || code != "INTERNAL_ERROR" || rule != "file_unavailable" || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s %s", private, a.Status, code, rule)
		}
	}
	a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, request(1))
	if code, rule := a.Code(t); code != "INTERNAL_ERROR" || rule != "file_unavailable" {
		t.Errorf("a render of a lost asset: %d %s %s, want an error of the service", a.Status, code, rule)
	}
	s.Do(t, "POST", "/api/v1/assets", s.Live, upload)
	if a := s.Do(t, "GET", "/api/v1/assets/"+asset.ID, s.Live, "", "Accept", "image/png"); !bytes.Equal(a.Body, picture) {
		t.Errorf("after the upload: %d %.100s", a.Status, a.Body)
	}
	if a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, request(1)); a.Status != 200 {
		t.Errorf("after the upload: %d %s", a.Status, a.Body)
	}
}

// TestReadinessReportsAnUnwritableStore: while the store is not writable, /readyz fails, the detailed health names the
// store, and a render fails with a retryable error and is not charged.
func TestReadinessReportsAnUnwritableStore(t *testing.T) {
	t.Parallel()
	s, disk := startOnDisk(t)
	if a := s.Do(t, "GET", "/readyz", "", ""); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	spent := usageOf(t, s)
	disk.SetFree(0)
	body := `{"operation":"preview","html":"<h1>full</h1>","outputs":[{"width":200,"height":100}]}`
	a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body)
	if code, rule := a.Code(t); a.Status != 500 || code != "INTERNAL_ERROR" || rule != "storage_unavailable" || a.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s %s %v", a.Status, code, rule, a.Header)
	}
	if a := s.Do(t, "GET", "/readyz", "", ""); a.Status != 503 {
		t.Errorf("/readyz of a full store: %d", a.Status)
	}
	if a := s.Do(t, "GET", "/health/detailed", s.Key(t, "live", "admin:read"), ""); !strings.Contains(string(a.Body), `"blob_store"`) || !strings.Contains(string(a.Body), `"down"`) {
		t.Errorf("detailed health: %d %s", a.Status, a.Body)
	}
	if now := usageOf(t, s); now != spent {
		t.Errorf("usage was %+v and is %+v", spent, now)
	}
	disk.SetFree(1 << 30)
	if a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body); a.Status != 200 {
		t.Errorf("with space again: %d %s", a.Status, a.Body)
	}
}
