package jobs

import (
	"github.com/prometheus/client_golang/prometheus"
)

// metrics are the counters of the queue; no label names a tenant.
type metrics struct {
	periodic  *prometheus.CounterVec
	succeeded *prometheus.GaugeVec
	duration  *prometheus.HistogramVec
	taken     *prometheus.CounterVec
	errors    *prometheus.CounterVec
}

func newMetrics() *metrics {
	return &metrics{
		periodic: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "platen_periodic_runs_total", Help: "Runs of periodic tasks by this process, by outcome (ok, error).",
		}, []string{"task", "outcome"}),
		succeeded: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "platen_periodic_last_success_timestamp_seconds", Help: "When this process last finished a periodic task without an error.",
		}, []string{"task"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "platen_periodic_duration_seconds", Help: "Duration of the runs of periodic tasks.", Buckets: []float64{.005, .025, .1, .5, 1, 5, 15, 60},
		}, []string{"task"}),
		taken: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "platen_pool_taken_total", Help: "Pieces of work that the pools of this process have taken.",
		}, []string{"pool"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "platen_pool_errors_total", Help: "Failures of pools to look for work, and panics in it, by kind (take, panic).",
		}, []string{"pool", "kind"}),
	}
}

// Observe registers the metrics of the queue and of its leases.
func (q *Queue) Observe(r prometheus.Registerer) {
	m := q.metrics
	r.MustRegister(m.periodic, m.succeeded, m.duration, m.taken, m.errors)
	q.Leases.Observe(r)
}
