package admission

import "github.com/prometheus/client_golang/prometheus"

// metrics are the descriptions of the metrics of a gate or a queue.
type metrics struct{ slots, inUse, waiting, rejected *prometheus.Desc }

func newMetrics(work string) metrics {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, nil, prometheus.Labels{"work": work})
	}
	return metrics{
		slots:    desc("platen_render_slots", "Slots of this process for a kind of work."),
		inUse:    desc("platen_render_slots_in_use", "Slots of this process that are in use."),
		waiting:  desc("platen_render_queue_length", "Requests waiting for a slot."),
		rejected: desc("platen_render_rejections_total", "Requests rejected because the process was overloaded."),
	}
}

// Describe implements prometheus.Collector.
func (g *Gate) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(g, out) }

// Collect implements prometheus.Collector.
func (g *Gate) Collect(out chan<- prometheus.Metric) { g.metrics.collect(g.State(), out) }

func (m metrics) collect(s State, out chan<- prometheus.Metric) {
	out <- prometheus.MustNewConstMetric(m.slots, prometheus.GaugeValue, float64(s.Slots))
	out <- prometheus.MustNewConstMetric(m.inUse, prometheus.GaugeValue, float64(s.InUse))
	out <- prometheus.MustNewConstMetric(m.waiting, prometheus.GaugeValue, float64(s.Waiting))
	out <- prometheus.MustNewConstMetric(m.rejected, prometheus.CounterValue, float64(s.Rejected))
}

// Describe implements prometheus.Collector.
func (q *Queue) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(q, out) }

// Collect implements prometheus.Collector.
func (q *Queue) Collect(out chan<- prometheus.Metric) { q.metrics.collect(q.State(), out) }
