package bench

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// unlimited are settings under which no rate limit rejects a benchmark's requests.
var unlimited = map[string]string{"PLATEN_RATE_READ": "100000/100000", "PLATEN_RATE_PREVIEW": "100000/100000", "PLATEN_RATE_RENDER": "100000/100000"}

// BenchmarkServiceCost measures the overhead of the service and Postgres around the engine: CPU time per operation of the
// service's process, which includes the client, and of the database's processes, both also as multiples of the engine's
// CPU time for the same card in the same run. txs and round-trips are counted beforehand on a second service behind a
// harness.Wire, without its background work. The figures include the idle CPU time of the queue and the pools.
//
//	go test -run '^$' -bench ServiceCost -benchtime 100x ./e2e/bench
func BenchmarkServiceCost(b *testing.B) {
	page, err := os.ReadFile("../../modules/rendering/engine/testdata/bench/card-a.html")
	if err != nil {
		b.Fatal(err)
	}
	traffic := map[string]harness.Traffic{}
	counted := newCostly(b, string(page), true)
	for _, op := range operations {
		traffic[op.name] = counted.count(op.do)
	}
	counted.s.Stop()
	direct := newCostly(b, string(page), false)
	for _, op := range operations {
		b.Run(op.name, func(b *testing.B) {
			direct.b = b
			for range 5 {
				direct.next++
				op.do(direct, direct.next)
			}
			unit := engineCost(b, string(page))
			own, database := spentBy(b, os.Getpid()), direct.database()
			for b.Loop() {
				direct.next++
				op.do(direct, direct.next)
			}
			own, database = spentBy(b, os.Getpid())-own, direct.database()-database
			unit = (unit + engineCost(b, string(page))) / 2
			b.ReportMetric(unit, "engine-ms")
			b.ReportMetric(own/float64(b.N), "service-ms/op")
			b.ReportMetric(database/float64(b.N), "postgres-ms/op")
			b.ReportMetric((own+database)/float64(b.N)/unit, "engines/op")
			b.ReportMetric(float64(traffic[op.name].Transactions)/countedRuns, "txs/op")
			b.ReportMetric(float64(traffic[op.name].RoundTrips)/countedRuns, "round-trips/op")
		})
	}
}

// operations are the measured operations; i differs in every call.
var operations = []struct {
	name string
	do   func(c *costly, i int)
}{
	{"preview", func(c *costly, i int) { c.preview(fmt.Sprint("preview ", i)) }},
	{"repeat", func(c *costly, _ int) { c.preview("repeat") }},
	{"read", func(c *costly, _ int) { c.call(http.MethodGet, "/api/v1/images/"+c.image, "", "") }},
	{"job", func(c *costly, i int) { c.job(fmt.Sprint("job ", i)) }},
}

// engineCost returns the CPU time in milliseconds that the engine alone takes from a document to a PNG.
func engineCost(b *testing.B, page string) float64 {
	b.Helper()
	e := engine.New(engine.Options{})
	const warm, runs = 5, 40
	began := 0.0
	for i := range warm + runs {
		if i == warm {
			began = spentBy(b, os.Getpid())
		}
		doc, err := e.Open(b.Context(), engine.Source{HTML: titled(page, fmt.Sprint("engine ", i))}, engine.Settings{Width: 1200, Height: 630})
		if err != nil {
			b.Fatal(err)
		}
		pic, err := doc.Draw(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err = e.Encode(b.Context(), pic, engine.Output{Format: encode.PNG}); err != nil {
			b.Fatal(err)
		}
	}
	return (spentBy(b, os.Getpid()) - began) / runs
}

// titlePlace is the text of the card that is replaced by a unique title.
const titlePlace = "Rendering social"

// titled returns the card with the given title.
func titled(page, title string) string { return strings.Replace(page, titlePlace, title, 1) }

// costly holds a service, an HTTP client for it and a connection to its database.
type costly struct {
	b     testing.TB
	s     *harness.Service
	http  *http.Client
	stats *pgx.Conn
	wire  *harness.Wire
	parts [2]string // the body of a request without its operation, before and after the card's title
	image string
	next  int
}

// newCostly starts a service; counted routes its connections to Postgres through a harness.Wire.
func newCostly(b testing.TB, page string, counted bool) *costly {
	b.Helper()
	settings := map[string]string{"PLATEN_DATABASE_URL": harness.Database(b)}
	for k, v := range unlimited {
		settings[k] = v
	}
	address := settings["PLATEN_DATABASE_URL"]
	var w *harness.Wire
	if counted {
		w = harness.NewWire(b, address)
		settings["PLATEN_DATABASE_URL"] = w.URL
	}
	stats, err := pgx.Connect(b.Context(), address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = stats.Close(context.Background()) })
	c := &costly{b: b, s: harness.Start(b, settings), http: &http.Client{}, stats: stats, wire: w}
	c.parts[0], c.parts[1], _ = strings.Cut(strconv.Quote(page), titlePlace)
	c.s.SetAvailable(b, 1_000_000)
	var r struct {
		Outputs []struct {
			ImageID string `json:"image_id"`
		}
	}
	a := c.s.Do(b, http.MethodPost, "/api/v1/facade/generate", c.s.Live, `{"operation":"preview","html":"<p>read","outputs":[{"preset":"og"}]}`)
	a.JSON(b, &r)
	if len(r.Outputs) != 1 || r.Outputs[0].ImageID == "" {
		b.Fatalf("no image in %s", a.Body)
	}
	c.image = r.Outputs[0].ImageID
	return c
}

// preview renders the card with key as its title and idempotency key; repeating the key returns the stored result.
func (c *costly) preview(key string) {
	c.call(http.MethodPost, "/api/v1/facade/generate", c.body("preview", key), key, "Accept", "image/png")
}

// body returns a request for the card with the given title.
func (c *costly) body(operation, title string) string {
	return `{"operation":"` + operation + `","outputs":[{"width":1200,"height":630}],"html":` + c.parts[0] + title + c.parts[1] + `}`
}

// job renders the card as a job and waits until it has ended.
func (c *costly) job(title string) {
	body := c.call(http.MethodPost, "/api/v1/facade/generate", c.body("render", title), title)
	_, id, found := strings.Cut(string(body), `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	if !found {
		c.b.Fatalf("no job in %s", body)
	}
	if body = c.call(http.MethodGet, "/api/v1/facade/render-jobs/"+id+"?wait=20", "", ""); !strings.Contains(string(body), `"completed"`) {
		c.b.Fatalf("the job did not end: %s", body)
	}
}

// call sends a request over a keep-alive connection.
func (c *costly) call(method, path, body, key string, headers ...string) []byte {
	c.b.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, c.s.URL+path, strings.NewReader(body))
	if err != nil {
		c.b.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.s.Live)
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		sum := sha256.Sum256([]byte(key))
		sum[6], sum[8] = sum[6]&15|0x40, sum[8]&63|0x80 // a UUID of version 4
		r.Header.Set("Idempotency-Key", fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]))
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := c.http.Do(r)
	if err != nil {
		c.b.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode/100 != 2 {
		c.b.Fatalf("%s %s: %d %.300s, %v", method, path, response.StatusCode, data, err)
	}
	return data
}

// database returns the CPU time in milliseconds used by the backends of this database's connections.
func (c *costly) database() (ms float64) {
	c.b.Helper()
	rows, err := c.stats.Query(context.Background(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	if err != nil {
		c.b.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		c.b.Fatal(err)
	}
	for _, pid := range pids {
		ms += spentBy(c.b, int(pid))
	}
	return ms
}

// countedRuns is the number of runs over which the round trips of an operation are averaged.
const countedRuns = 20

// count returns the traffic of countedRuns runs of an operation, without the service's background work.
func (c *costly) count(do func(c *costly, i int)) harness.Traffic {
	for range 20 { // until every connection has prepared its statements
		c.next++
		do(c, c.next)
	}
	return c.wire.Count(func() {
		for range countedRuns {
			c.next++
			do(c, c.next)
		}
	}).Without(harness.Background...)
}

// spentBy returns the CPU time in milliseconds that a process has used.
func spentBy(b testing.TB, pid int) float64 {
	b.Helper()
	if pid == os.Getpid() {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			b.Fatal(err)
		}
		return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
	}
	const ticks = 100 // USER_HZ: per second, on every Linux
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0 // a connection that was closed
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) * 1000 / ticks
}
