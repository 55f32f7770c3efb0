package admission

import "github.com/prometheus/client_golang/prometheus"

var (
	slotsInUse = prometheus.NewDesc("platen_render_slots_in_use", "Render slots of this process in use.", nil, nil)
	slots      = prometheus.NewDesc("platen_render_slots", "Render slots of this process.", nil, nil)
	waiting    = prometheus.NewDesc("platen_render_queue_length", "Requests waiting for a render slot.", nil, nil)
	rejected   = prometheus.NewDesc("platen_render_rejections_total", "Requests rejected because the process was overloaded.", nil, nil)
)

// Describe implements prometheus.Collector.
func (g *Gate) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(g, out) }

// Collect implements prometheus.Collector.
func (g *Gate) Collect(out chan<- prometheus.Metric) {
	s := g.State()
	out <- prometheus.MustNewConstMetric(slots, prometheus.GaugeValue, float64(s.Slots))
	out <- prometheus.MustNewConstMetric(slotsInUse, prometheus.GaugeValue, float64(s.InUse))
	out <- prometheus.MustNewConstMetric(waiting, prometheus.GaugeValue, float64(s.Waiting))
	out <- prometheus.MustNewConstMetric(rejected, prometheus.CounterValue, float64(s.Rejected))
}
