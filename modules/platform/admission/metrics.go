package admission

import "github.com/prometheus/client_golang/prometheus"

// metrics are the descriptions of a gate's metrics.
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
func (g *Gate) Collect(out chan<- prometheus.Metric) {
	s := g.State()
	out <- prometheus.MustNewConstMetric(g.metrics.slots, prometheus.GaugeValue, float64(s.Slots))
	out <- prometheus.MustNewConstMetric(g.metrics.inUse, prometheus.GaugeValue, float64(s.InUse))
	out <- prometheus.MustNewConstMetric(g.metrics.waiting, prometheus.GaugeValue, float64(s.Waiting))
	out <- prometheus.MustNewConstMetric(g.metrics.rejected, prometheus.CounterValue, float64(s.Rejected))
}
