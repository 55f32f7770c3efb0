package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"github.com/platenhq/platen/modules/platform/pg/cluster"
)

// faults are the faults that a soak injects, one a minute.
var faults = []struct {
	name   string
	happen func(s *service, rnd *rand.Rand) error
}{
	{"a database process is killed, and PostgreSQL recovers", func(s *service, rnd *rand.Rand) error {
		backends := s.backends()
		if len(backends) == 0 {
			return nil
		}
		return syscall.Kill(pick(rnd, backends), syscall.SIGKILL)
	}},
	{"the database does not respond for 3 s", func(s *service, _ *rand.Rand) error {
		backends := s.backends()
		for _, pid := range backends {
			_ = syscall.Kill(pid, syscall.SIGSTOP)
		}
		time.Sleep(3 * time.Second)
		for _, pid := range backends {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
		return nil
	}},
	{"the service stands still for 1 s", func(s *service, _ *rand.Rand) error {
		if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			return err
		}
		time.Sleep(time.Second)
		return s.cmd.Process.Signal(syscall.SIGCONT)
	}},
}

func pick[T any](rnd *rand.Rand, list []T) T { return list[rnd.IntN(len(list))] }

// sample is the resource usage at one moment.
type sample struct {
	at     time.Duration
	idle   bool // no request is in progress and no client is connected
	values [len(figures)]float64
}

// figures are the figures of a sample.
var figures = [...]struct {
	name string
	idle bool // only idle moments count: it follows the connections of clients
}{
	{"resident memory, MiB", false},
	{"anonymous memory, MiB", false}, // without the pages of the program's file, which the system may drop
	{"live heap, MiB", false},        // after a collection
	{"goroutines", true},
	{"descriptors", true}, // without those of the pool's connections, which a fault closes
	{"dead tuples", true}, // those that VACUUM leaves; between two runs of autovacuum their number is no growth
}

// settling is how long a service closes the connections of clients that have left.
const settling = 2 * time.Second

// soak fills the caches, offers every kind at a fifth of its rate, injects a fault every minute, and reports the outcomes
// and how memory, goroutines, descriptors and dead tuples grew after the first third of the time. At the end of each
// minute the requests pause until the service is idle.
func (s *service) soak(ctx context.Context, rnd *rand.Rand, kinds map[string]*kind, span time.Duration) error {
	ctx, stop := context.WithTimeout(ctx, span+10*time.Minute)
	defer stop()
	if err := s.fill(ctx); err != nil {
		return err
	}
	began := time.Now()
	results := make([]result, len(order))
	var all sync.WaitGroup
	var pause sync.RWMutex
	for i, name := range order {
		arrivals := rand.New(rand.NewPCG(rnd.Uint64(), 0))
		all.Go(func() { results[i] = offer(ctx, arrivals, kinds[name].rate/5, span, &pause, kinds[name].do) })
	}
	database, err := s.database(ctx)
	if err != nil {
		return err
	}
	defer database.Close()
	var samples []sample
	happened := map[string]int{}
	measure := func(idle bool) {
		if now, ok := s.measure(ctx, database); ok { // it fails during a fault
			samples = append(samples, sample{time.Since(began), idle, now})
		}
	}
	nextIdle, nextFault := began.Add(45*time.Second), began.Add(time.Minute)
	for time.Since(began) < span && ctx.Err() == nil {
		time.Sleep(5 * time.Second)
		measure(false)
		if time.Now().After(nextIdle) {
			nextIdle = nextIdle.Add(time.Minute)
			pause.Lock()
			s.client.CloseIdleConnections()
			time.Sleep(settling)
			if _, err := database.ExecContext(ctx, "VACUUM"); err == nil {
				measure(true)
			}
			pause.Unlock()
		}
		if time.Now().After(nextFault) && time.Since(began) < span-30*time.Second {
			nextFault = nextFault.Add(time.Minute)
			f := pick(rnd, faults)
			happened[f.name]++
			if err := f.happen(s, rnd); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
		fmt.Fprintf(os.Stderr, "\r%s of %s: %.0f MiB ", time.Since(began).Round(time.Second), span, float64(s.resident())/(1<<20))
	}
	all.Wait()
	fmt.Fprintln(os.Stderr)
	fmt.Printf("%-22s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n", "", "offered/s", "done/s", "rejected", "failed", "p50", "p90", "p99", "max", "RSS MiB")
	for i, name := range order {
		results[i].print(name, s.resident())
	}
	for _, f := range faults {
		fmt.Printf("%3d × %s\n", happened[f.name], f.name)
	}
	for _, s := range samples {
		if s.idle {
			fmt.Printf("idle after %s: %.0f\n", s.at.Round(time.Second), s.values)
		}
	}
	// What a fault or a burst needs for seconds is no growth: of each minute the least counts.
	fmt.Printf("%-22s %9s %9s %9s %9s\n", "least of a minute", "first", "median", "last", "% an hour")
	for i, figure := range figures {
		points := minima(samples, i)
		points = points[len(points)/3:]
		if len(points) < 3 {
			return errors.New("the soak was too short to tell what grows: it needs 5 minutes")
		}
		growth, median := slope(points)
		fmt.Printf("%-22s %9.0f %9.0f %9.0f %+9.1f\n", figure.name, points[0].value, median, points[len(points)-1].value, growth)
	}
	return ctx.Err()
}

// point is the value of a figure at one moment.
type point struct {
	at    time.Duration
	value float64
}

// minima returns the least value of a figure in each minute.
func minima(samples []sample, figure int) (list []point) {
	for _, s := range samples {
		if figures[figure].idle && !s.idle {
			continue
		}
		p := point{s.at.Truncate(time.Minute), s.values[figure]}
		if n := len(list); n > 0 && list[n-1].at == p.at {
			list[n-1].value = min(list[n-1].value, p.value)
		} else {
			list = append(list, p)
		}
	}
	return list
}

// slope returns the growth per hour in percent of the median by the Theil–Sen estimator (the median of the slopes
// between all pairs), which is robust against outliers, and the median.
func slope(points []point) (percent, median float64) {
	var slopes, values []float64
	for i, a := range points {
		values = append(values, a.value)
		for _, b := range points[i+1:] {
			slopes = append(slopes, (b.value-a.value)/(b.at-a.at).Hours())
		}
	}
	slices.Sort(slopes)
	slices.Sort(values)
	median = values[len(values)/2]
	return 100 * slopes[len(slopes)/2] / max(1, median), median
}

// database opens a connection to the service's database.
func (s *service) database(ctx context.Context) (*sql.DB, error) {
	// The service runs the cluster; this process joins it.
	joined, err := cluster.Open(ctx, cluster.Config{Dir: filepath.Join(s.dir, "data", "postgres")})
	if err != nil {
		return nil, err
	}
	s.left = joined.Close
	return sql.Open("pgx", joined.URL())
}

// measure returns the figures now; false if the service or its database does not respond.
func (s *service) measure(ctx context.Context, database *sql.DB) (values [len(figures)]float64, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var dead float64
	if database.QueryRowContext(ctx, "SELECT coalesce(sum(n_dead_tup), 0)::float8 FROM pg_stat_user_tables").Scan(&dead) != nil {
		return values, false
	}
	var text bytes.Buffer
	if s.fetch(ctx, http.MethodGet, "/metrics", "", "", &text) != succeeded {
		return values, false
	}
	metric := func(name string) float64 {
		m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(text.String())
		if m == nil {
			return 0
		}
		v, _ := strconv.ParseFloat(m[1], 64)
		return v
	}
	return [...]float64{float64(s.resident()) / (1 << 20), float64(s.memory("RssAnon")) / (1 << 20), metric("go_gc_heap_live_bytes") / (1 << 20), metric("go_goroutines"), s.descriptors() - float64(len(s.backends())), dead}, true
}

// descriptors returns the number of open file descriptors of the process.
func (s *service) descriptors() float64 {
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	return float64(len(list))
}

// backends returns the Postgres backends of the service's database, which are grandchildren of the service.
func (s *service) backends() (pids []int) {
	parents := map[int]int{}
	names := map[int]string{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// PID (NAME) STATE PARENT …; a name may contain spaces.
		open, end := strings.IndexByte(string(data), '('), strings.LastIndexByte(string(data), ')')
		fields := strings.Fields(string(data)[end+1:])
		pid, _ := strconv.Atoi(strings.TrimSpace(string(data)[:open]))
		parents[pid], _ = strconv.Atoi(fields[1])
		names[pid] = string(data)[open+1 : end]
	}
	for pid, parent := range parents {
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if names[pid] == "postgres" && parents[parent] == s.cmd.Process.Pid && strings.Contains(string(command), "platen") {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}
