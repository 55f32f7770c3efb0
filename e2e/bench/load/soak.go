package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
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

// sample is the resource usage of the process at one moment.
type sample struct {
	at                    time.Duration
	resident, descriptors float64
}

// soak offers every kind at a fifth of its rate, injects a fault every minute, and reports the outcomes and what grew
// after the first sixth of the time.
func (s *service) soak(ctx context.Context, rnd *rand.Rand, kinds map[string]*kind, span time.Duration) error {
	ctx, stop := context.WithTimeout(ctx, span+2*time.Minute)
	defer stop()
	began := time.Now()
	results := make([]result, len(order))
	var all sync.WaitGroup
	for i, name := range order {
		arrivals := rand.New(rand.NewPCG(rnd.Uint64(), 0))
		all.Go(func() { results[i] = offer(ctx, arrivals, kinds[name].rate/5, span, kinds[name].do) })
	}
	var samples []sample
	happened := map[string]int{}
	nextFault := began.Add(time.Minute)
	for time.Since(began) < span && ctx.Err() == nil {
		time.Sleep(5 * time.Second)
		samples = append(samples, sample{time.Since(began), float64(s.resident()), s.descriptors()})
		if time.Now().After(nextFault) && time.Since(began) < span-30*time.Second {
			nextFault = nextFault.Add(time.Minute)
			f := pick(rnd, faults)
			happened[f.name]++
			if err := f.happen(s, rnd); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
		last := samples[len(samples)-1]
		fmt.Fprintf(os.Stderr, "\r%s of %s: %.0f MiB, %.0f descriptors ", time.Since(began).Round(time.Second), span, last.resident/(1<<20), last.descriptors)
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
	warm := samples[len(samples)/6:]
	fmt.Printf("resident memory: %+.1f %% an hour; descriptors: %+.1f %% an hour\n",
		slope(warm, func(s sample) float64 { return s.resident }), slope(warm, func(s sample) float64 { return s.descriptors }))
	return ctx.Err()
}

// slope returns the growth of a figure per hour in percent of its median, by the Theil–Sen estimator (the median of the
// slopes between all pairs), which is robust against outliers.
func slope(samples []sample, figure func(sample) float64) float64 {
	var slopes, values []float64
	for i, a := range samples {
		values = append(values, figure(a))
		for _, b := range samples[i+1:] {
			slopes = append(slopes, (figure(b)-figure(a))/(b.at-a.at).Hours())
		}
	}
	if len(slopes) == 0 {
		return 0
	}
	slices.Sort(slopes)
	slices.Sort(values)
	return 100 * slopes[len(slopes)/2] / max(1, values[len(values)/2])
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
