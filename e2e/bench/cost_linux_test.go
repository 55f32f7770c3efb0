package bench

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// unlimited are settings under which no rate limit rejects a benchmark's requests.
var unlimited = map[string]string{"PLATEN_RATE_READ": "100000/100000", "PLATEN_RATE_PREVIEW": "100000/100000", "PLATEN_RATE_RENDER": "100000/100000"}

// BenchmarkServiceCost is what the service and Postgres spend around the engine: CPU time per operation of the service's
// process, which is the client's too, and of the database's processes, and both in units of what the engine alone needs for
// the same card in the same run. txs and round-trips are those of a second service whose connections to Postgres are counted.
//
//	go test -run '^$' -bench ServiceCost -benchtime 100x ./e2e/bench
func BenchmarkServiceCost(b *testing.B) {
	page, err := os.ReadFile("../../modules/rendering/engine/testdata/bench/card-a.html")
	if err != nil {
		b.Fatal(err)
	}
	unit := engineCost(b, string(page))
	b.Logf("the engine needs %.2f ms", unit)
	direct := newCostly(b, string(page), nil)
	counted := newCostly(b, string(page), &wire{})
	for _, op := range []struct {
		name string
		do   func(c *costly, i int)
	}{
		{"preview", func(c *costly, i int) { c.preview(fmt.Sprint("preview ", i)) }},
		{"repeat", func(c *costly, _ int) { c.preview("repeat") }},
		{"read", func(c *costly, _ int) { c.call(http.MethodGet, "/api/v1/images/"+c.image, "", "") }},
		{"job", func(c *costly, i int) { c.job(i) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			direct.b, counted.b = b, b
			for i := range 5 {
				op.do(direct, -1-i)
				op.do(counted, -1-i)
			}
			txs, trips := counted.count(20, func(i int) { op.do(counted, direct.next+i) })
			own, database := spentBy(b, os.Getpid()), direct.database()
			for b.Loop() {
				direct.next++
				op.do(direct, direct.next)
			}
			own, database = spentBy(b, os.Getpid())-own, direct.database()-database
			b.ReportMetric(own/float64(b.N), "service-ms/op")
			b.ReportMetric(database/float64(b.N), "postgres-ms/op")
			b.ReportMetric((own+database)/float64(b.N)/unit, "engines/op")
			b.ReportMetric(txs, "txs/op")
			b.ReportMetric(trips, "round-trips/op")
		})
	}
}

// engineCost is the CPU time in milliseconds that the engine alone takes from a document to a PNG.
func engineCost(b *testing.B, page string) float64 {
	b.Helper()
	e := engine.New(engine.Options{})
	const warm, runs = 5, 60
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

// titled gives the card a title of its own.
func titled(page, title string) string { return strings.Replace(page, "Rendering social", title, 1) }

// costly is a service, its client with one connection, and its database.
type costly struct {
	b     *testing.B
	s     *harness.Service
	http  *http.Client
	stats *pgx.Conn
	wire  *wire
	page  string
	image string
	next  int
}

// newCostly starts a service; with a wire its connections to Postgres pass through that.
func newCostly(b *testing.B, page string, w *wire) *costly {
	b.Helper()
	settings := map[string]string{"PLATEN_DATABASE_URL": harness.Database(b)}
	for k, v := range unlimited {
		settings[k] = v
	}
	address := settings["PLATEN_DATABASE_URL"]
	if w != nil {
		settings["PLATEN_DATABASE_URL"] = w.listen(b, address)
	}
	stats, err := pgx.Connect(b.Context(), address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = stats.Close(context.Background()) })
	c := &costly{b: b, s: harness.Start(b, settings), http: &http.Client{}, stats: stats, wire: w, page: page}
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

// preview renders the card with a title of its own; the same key gives the stored result.
func (c *costly) preview(key string) {
	c.call(http.MethodPost, "/api/v1/facade/generate", `{"operation":"preview","outputs":[{"width":1200,"height":630}],"html":`+strconv.Quote(titled(c.page, key))+`}`, key, "Accept", "image/png")
}

// job renders the card as a job, and waits until it has ended.
func (c *costly) job(i int) {
	body := c.call(http.MethodPost, "/api/v1/facade/generate", `{"operation":"render","outputs":[{"width":1200,"height":630}],"html":`+strconv.Quote(titled(c.page, fmt.Sprint("job ", i)))+`}`, fmt.Sprint("job ", i))
	_, id, found := strings.Cut(string(body), `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	if !found {
		c.b.Fatalf("no job in %s", body)
	}
	if body = c.call(http.MethodGet, "/api/v1/facade/render-jobs/"+id+"?wait=20", "", ""); !strings.Contains(string(body), `"completed"`) {
		c.b.Fatalf("the job did not end: %s", body)
	}
}

// call sends a request over a connection that is kept.
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

// database is the CPU time in milliseconds that the processes of this database's connections have had.
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

// count returns transactions and round trips per call of do, less those of the service at rest.
func (c *costly) count(n int, do func(i int)) (txs, trips float64) {
	rest := time.Now()
	idleTxs, idleTrips := c.wire.txs.Load(), c.wire.trips.Load()
	time.Sleep(2 * time.Second)
	seconds := time.Since(rest).Seconds()
	idleTxs, idleTrips = c.wire.txs.Load()-idleTxs, c.wire.trips.Load()-idleTrips
	began := time.Now()
	txs0, trips0 := c.wire.txs.Load(), c.wire.trips.Load()
	for i := range n {
		do(i)
	}
	share := time.Since(began).Seconds() / seconds
	txs = float64(c.wire.txs.Load()-txs0) - share*float64(idleTxs)
	trips = float64(c.wire.trips.Load()-trips0) - share*float64(idleTrips)
	return max(txs, 0) / float64(n), max(trips, 0) / float64(n)
}

// wire passes connections on to Postgres and counts what comes back.
type wire struct{ trips, txs atomic.Int64 }

// listen returns the address of the database behind the wire.
func (w *wire) listen(b *testing.B, database string) string {
	b.Helper()
	cfg, err := pgx.ParseConfig(database)
	if err != nil {
		b.Fatal(err)
	}
	network, target := "tcp", net.JoinHostPort(cfg.Host, fmt.Sprint(cfg.Port))
	if strings.HasPrefix(cfg.Host, "/") {
		network, target = "unix", fmt.Sprintf("%s/.s.PGSQL.%d", cfg.Host, cfg.Port)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(network, target)
			if err != nil {
				_ = client.Close()
				continue
			}
			go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
			go func() { w.follow(client, server); _ = client.Close() }()
		}
	}()
	u := url.URL{Scheme: "postgres", User: url.UserPassword(cfg.User, cfg.Password), Host: l.Addr().String(), Path: cfg.Database, RawQuery: "sslmode=disable"}
	return u.String()
}

// follow passes the server's messages on. ReadyForQuery ends a round trip, and says whether a transaction is still open.
func (w *wire) follow(client io.Writer, server io.Reader) {
	in := bufio.NewReaderSize(server, 64<<10)
	for {
		head, err := in.Peek(6)
		if err != nil && len(head) < 5 {
			return
		}
		size := 1 + int64(binary.BigEndian.Uint32(head[1:]))
		if head[0] == 'Z' {
			if w.trips.Add(1); head[5] == 'I' {
				w.txs.Add(1)
			}
		}
		if _, err := io.CopyN(client, in, size); err != nil {
			return
		}
	}
}

// spentBy is the CPU time in milliseconds that a process has had.
func spentBy(b *testing.B, pid int) float64 {
	b.Helper()
	if pid == os.Getpid() {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			b.Fatal(err)
		}
		return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
	}
	const ticks = 100 // a second, on every Linux
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
