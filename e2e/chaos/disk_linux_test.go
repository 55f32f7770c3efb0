package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/e2e/invariant"
)

// disk is a small file system of its own.
type disk struct {
	dir     string
	options string
}

// newDisk mounts a file system of a size in MiB, which requires root and skips the test otherwise.
func newDisk(t *testing.T, size int) *disk {
	t.Helper()
	dir, err := os.MkdirTemp("", "platen-disk-") // not below t.TempDir, where the database's user has no access
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	d := &disk{dir: dir, options: fmt.Sprintf("size=%dm,mode=755", size)}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, d.options); err != nil {
		t.Skipf("mounting a file system, which requires root: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return d
}

// fill leaves no free space.
func (d *disk) fill(t *testing.T) {
	t.Helper()
	f, err := os.Create(filepath.Join(d.dir, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// free removes what fill wrote.
func (d *disk) free(t *testing.T) {
	t.Helper()
	if err := os.Remove(filepath.Join(d.dir, "ballast")); err != nil {
		t.Fatal(err)
	}
}

// readOnly makes the file system reject writes, or accept them again.
func (d *disk) readOnly(t *testing.T, on bool) {
	t.Helper()
	flags := uintptr(syscall.MS_REMOUNT)
	if on {
		flags |= syscall.MS_RDONLY
	}
	for began := time.Now(); ; time.Sleep(time.Millisecond) { // a file that is open for writing prevents it
		err := syscall.Mount("tmpfs", d.dir, "tmpfs", flags, d.options)
		if err == nil {
			return
		}
		if !errors.Is(err, syscall.EBUSY) || time.Since(began) > 10*time.Second {
			t.Fatal(err)
		}
	}
}

// diskClients use a service whose disk has faults: one submits jobs, one renders previews.
type diskClients struct {
	stop             chan struct{}
	all              sync.WaitGroup
	accepted         sync.Map // jobs
	jobs             atomic.Int64
	previews, failed atomic.Int64
}

// previewOf is a request whose image is large enough to need space.
const previewOf = `{"operation":"preview","html":"<p>%s</p><div style='height:200px;background:linear-gradient(%ddeg,red,blue)'></div>","outputs":[{"width":600,"height":300}]}`

// tolerable fails the test if a response is neither a success nor an error that may be retried.
func tolerable(t *testing.T, a reply, success int) bool {
	t.Helper()
	switch a.status {
	case success:
		return true
	case 429, 500, 503:
		if a.header.Get("Retry-After") == "" {
			t.Errorf("%d without Retry-After: %.300s", a.status, a.body)
		}
	default:
		t.Errorf("the response is %d %.300s", a.status, a.body)
	}
	return false
}

func useDisk(t *testing.T, p *process, key string) *diskClients {
	c := &diskClients{stop: make(chan struct{})}
	repeat := func(do func(n int)) {
		c.all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-c.stop:
					return
				case <-time.After(100 * time.Millisecond):
					do(n)
				}
			}
		})
	}
	repeat(func(n int) {
		a, err := p.do("POST", "/api/v1/facade/generate", key, fmt.Sprintf(small, n), "Idempotency-Key", uuid.NewString())
		if err != nil {
			t.Errorf("a job has no response: %v", err)
		} else if tolerable(t, a, 202) {
			c.jobs.Add(1)
			c.accepted.Store(a.text(t, "id"), true)
		} else {
			c.failed.Add(1)
		}
	})
	repeat(func(n int) {
		a, err := p.do("POST", "/api/v1/facade/generate", key, fmt.Sprintf(previewOf, uuid.NewString(), n), "Idempotency-Key", uuid.NewString())
		if err != nil {
			t.Errorf("a preview has no response: %v", err)
		} else if tolerable(t, a, 200) {
			c.previews.Add(1)
		} else {
			c.failed.Add(1)
		}
	})
	return c
}

func (c *diskClients) end() {
	close(c.stop)
	c.all.Wait()
}

// recovers waits until a preview succeeds.
func recovers(t *testing.T, p *process, key, fault string) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		a, err := p.do("POST", "/api/v1/facade/generate", key, fmt.Sprintf(previewOf, uuid.NewString(), 1))
		if err == nil && a.status == 200 {
			t.Logf("%s: a preview succeeds %v after it", fault, time.Since(began).Round(time.Millisecond))
			return
		}
		if time.Since(began) > 60*time.Second {
			t.Fatalf("%s: no preview succeeds after it: %d %s %v", fault, a.status, a.body, err)
		}
	}
}

// ready waits until /readyz returns a status.
func (p *process) ready(t *testing.T, status int) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		a, err := p.do("GET", "/readyz", "", "")
		if err == nil && a.status == status {
			return
		}
		if time.Since(began) > 30*time.Second {
			t.Fatalf("/readyz returns %d %s (%v), want %d", a.status, a.body, err, status)
		}
	}
}

// TestFullDiskOfTheStoreLosesNothing fills the file system of the blob store, and makes it read-only: what does not fit is
// refused with an error that may be retried, what is stored can be read, /readyz reports it, and every job that was
// accepted meanwhile completes once there is space.
func TestFullDiskOfTheStoreLosesNothing(t *testing.T) {
	t.Parallel()
	d := newDisk(t, 16)
	f := newFleet(t, "PLATEN_ALLOW_LOOPBACK=1", "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_PREVIEW=5000/5000", "PLATEN_RATE_READ=5000/5000", "PLATEN_FILE_CACHE=0")
	f.bucket = filepath.Join(d.dir, "images")
	f.settings = append(f.settings, "PLATEN_BLOB_URL=file://"+f.bucket)
	if err := os.Mkdir(f.bucket, 0o755); err != nil {
		t.Fatal(err)
	}
	lane := startLane(t, rand.New(rand.NewPCG(1, 2)), f)
	p := lane.process
	var stored struct {
		Outputs []struct{ URL string }
	}
	p.must(t, 200, "POST", "/api/v1/facade/generate", lane.key, fmt.Sprintf(previewOf, "stored", 1)).decode(t, &stored)

	clients := useDisk(t, p, lane.key)
	for _, fault := range []struct {
		name        string
		begin, heal func()
	}{
		{"a full disk", func() { d.fill(t) }, func() { d.free(t) }},
		{"a read-only disk", func() { d.readOnly(t, true) }, func() { d.readOnly(t, false) }},
	} {
		before := clients.failed.Load()
		fault.begin()
		p.ready(t, 503)
		p.must(t, 200, "GET", strings.TrimPrefix(stored.Outputs[0].URL, p.url), "", "")
		time.Sleep(3 * time.Second)
		fault.heal()
		recovers(t, p, lane.key, fault.name)
		p.ready(t, 200)
		if clients.failed.Load() == before {
			t.Errorf("%s: no request was refused", fault.name)
		}
	}
	clients.end()
	t.Logf("%d jobs accepted, %d previews rendered, %d requests refused", clients.jobs.Load(), clients.previews.Load(), clients.failed.Load())
	lane.wait(t)
	lane.settle(t)
}

// TestFullDiskOfTheDataFolderLosesNothing fills the one file system that holds the database and the files of a service,
// as in a single container: the service survives, refuses with errors that may be retried, and completes every job that
// it accepted once there is space. The invariants hold.
func TestFullDiskOfTheDataFolderLosesNothing(t *testing.T) {
	t.Parallel()
	d := newDisk(t, 300)
	data := filepath.Join(d.dir, "data")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	p := start(t, data, "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_PREVIEW=5000/5000", "PLATEN_RATE_READ=5000/5000")
	key := p.log.wait(t, `svc_live_\w+`)[0]
	p.must(t, 200, "POST", "/api/v1/facade/generate", key, fmt.Sprintf(previewOf, "first", 1))

	clients := useDisk(t, p, key)
	for round := range 2 {
		before := clients.failed.Load()
		d.fill(t)
		if round == 1 {
			exhaustLog(t, data)
		}
		p.ready(t, 503)
		time.Sleep(5 * time.Second)
		p.must(t, 200, "GET", "/livez", "", "")
		d.free(t)
		recovers(t, p, key, fmt.Sprint("full disk ", round+1))
		p.ready(t, 200)
		if clients.failed.Load() == before {
			t.Error("no request was refused")
		}
	}
	clients.end()
	t.Logf("%d jobs accepted, %d previews rendered, %d requests refused", clients.jobs.Load(), clients.previews.Load(), clients.failed.Load())
	clients.accepted.Range(func(id, _ any) bool {
		var job struct{ Status string }
		for began := time.Now(); job.Status != "completed" && time.Since(began) < time.Minute; {
			a := p.must(t, 200, "GET", "/api/v1/facade/render-jobs/"+id.(string)+"?wait=20", key, "")
			if err := json.Unmarshal(a.body, &job); err != nil {
				t.Fatal(err)
			}
		}
		if job.Status != "completed" {
			t.Errorf("the job %s is %s", id, job.Status)
		}
		return true
	})
	db, err := pgx.Connect(context.Background(), clusterURL(t, data))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	violations, err := invariant.Settled(context.Background(), db)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

// exhaustLog makes the server need space for its write-ahead log, without which it crashes, and cannot recover.
func exhaustLog(t *testing.T, data string) {
	t.Helper()
	ctx := context.Background()
	db, err := pgx.Connect(ctx, clusterURL(t, data))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(ctx)
	for range 40 {
		if _, err := db.Exec(ctx, "SELECT pg_switch_wal() FROM (SELECT pg_logical_emit_message(true, 'x', repeat('x', 1000))) x"); err != nil && db.IsClosed() {
			t.Logf("the server crashed: %v", err)
			return
		}
	}
	t.Error("the server did not crash")
}

// clusterURL returns the connection string of the database in a data folder.
func clusterURL(t *testing.T, data string) string {
	t.Helper()
	pids, err := filepath.Glob(filepath.Join(data, "*", "data", "postmaster.pid"))
	if err != nil || len(pids) != 1 {
		t.Fatalf("no database is running in %s (%v)", data, err)
	}
	content, err := os.ReadFile(pids[0])
	if err != nil {
		t.Fatal(err)
	}
	return "postgres:///platen?user=platen&sslmode=disable&host=" + strings.Split(string(content), "\n")[4]
}
