package admission

import (
	"io"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Memory bounds the memory of the bodies of the requests in progress in a process. It is safe for concurrent use. A nil
// Memory bounds nothing.
type Memory struct {
	work         string
	limit        int64 // bytes
	used, denied *prometheus.Desc

	mu       sync.Mutex
	bytes    int64
	rejected uint64
}

// NewMemory returns a bound in bytes for a kind of work ("submissions"), which metrics and errors name.
func NewMemory(work string, limit int64) *Memory {
	labels := prometheus.Labels{"work": work}
	return &Memory{
		work: work, limit: limit,
		used:   prometheus.NewDesc("platen_body_bytes", "Bytes of the bodies of requests in progress.", nil, labels),
		denied: prometheus.NewDesc("platen_body_rejections_total", "Requests rejected because the bodies of others take all memory.", nil, labels),
	}
}

// Reserve returns the reservation of a new request, which is empty. Free must be called.
func (m *Memory) Reserve() *Reservation {
	if m == nil {
		return nil
	}
	return &Reservation{memory: m}
}

// Reservation is the memory of one request's body. It belongs to that request's goroutine. A nil Reservation is never
// rejected.
type Reservation struct {
	memory *Memory
	bytes  int64
}

// Grow reserves n more bytes. The error is a RATE_LIMIT_EXCEEDED fault.
func (r *Reservation) Grow(n int) error {
	if r == nil {
		return nil
	}
	m := r.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bytes+int64(n) > m.limit {
		m.rejected++
		return overloaded(time.Second, "The bodies of the requests in progress take all memory that this process has for "+m.work+".")
	}
	m.bytes += int64(n)
	r.bytes += int64(n)
	return nil
}

// Reader returns in, whose bytes Grow counts as they are read.
func (r *Reservation) Reader(in io.Reader) io.Reader {
	if r == nil {
		return in
	}
	return &counted{in, r}
}

// Free releases the reserved bytes.
func (r *Reservation) Free() {
	if r == nil {
		return
	}
	r.memory.mu.Lock()
	defer r.memory.mu.Unlock()
	r.memory.bytes -= r.bytes
	r.bytes = 0
}

type counted struct {
	in          io.Reader
	reservation *Reservation
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	if err := c.reservation.Grow(n); err != nil {
		return 0, err
	}
	return n, err
}

// MemoryState is a snapshot for metrics.
type MemoryState struct {
	Bytes    int64
	Rejected uint64
}

// State returns the current state.
func (m *Memory) State() MemoryState {
	m.mu.Lock()
	defer m.mu.Unlock()
	return MemoryState{m.bytes, m.rejected}
}

// Describe implements prometheus.Collector.
func (m *Memory) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(m, out) }

// Collect implements prometheus.Collector.
func (m *Memory) Collect(out chan<- prometheus.Metric) {
	s := m.State()
	out <- prometheus.MustNewConstMetric(m.used, prometheus.GaugeValue, float64(s.Bytes))
	out <- prometheus.MustNewConstMetric(m.denied, prometheus.CounterValue, float64(s.Rejected))
}
