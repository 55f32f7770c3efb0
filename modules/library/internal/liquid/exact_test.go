package liquid_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/library/internal/liquid"
)

// TestNumbersKeepTheirDigits: a placeholder writes a number exactly as given in the data, and filters compute with it
// in decimal.
func TestNumbersKeepTheirDigits(t *testing.T) {
	t.Parallel()
	values := map[string]any{
		"id": json.Number("9007199254740993"), "next": json.Number("9007199254740992.5"), "long": json.Number("12345678901234567890"),
		"price": json.Number("0.10"), "debt": json.Number("-12345678901234567.89"), "huge": json.Number("1e+400"), "float": 9007199254740992.0,
		"list": []any{json.Number("9007199254740993"), 9007199254740992.0, json.Number("0.10")},
	}
	for _, c := range []struct{ src, want string }{
		{"{{ id }} {{ long }} {{ price }} {{ huge }}", "9007199254740993 12345678901234567890 0.10 1e400"},
		{"{% if id == float %}same{% else %}different{% endif %}", "different"},
		{"{% if id > float %}more{% endif %}{% if id > next %}!{% endif %}{% if huge > long %}?{% endif %}", "more!?"},
		{"{% if price == 0.1 %}equal{% endif %}", "equal"},
		{"{{ id | plus: 1 }} {{ id | minus: 1 }} {{ long | times: 10 }} {{ 1 | plus: id }}", "9007199254740994 9007199254740992 123456789012345678900 9007199254740994"},
		{"{{ debt | abs }} {{ id | at_least: 5 }} {{ id | at_most: float }}", "12345678901234567.89 9007199254740993 9007199254740992"},
		{"{{ list | sort | join: ' ' }} {{ list | sum }}", "0.10 9007199254740992 9007199254740993 18014398509481985.1"},
		{"{{ long | number }} {{ debt | number: 2 }} {{ debt | currency: 'EUR' }} {{ price | number: 2 }}", "12,345,678,901,234,567,890 -12,345,678,901,234,567.89 -€12,345,678,901,234,567.89 0.10"},
		{"{{ price | append: '!' }} {{ id | size }} <{{ id | split: '9' | first }}>", "0.10! 16 <>"},
		{"<p style=\"width:{{ price }}\">", "<p style=\"width:0.10\">"},
	} {
		if got := fill(t, c.src, liquid.Markup, values, "en-US"); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
	}
	if got := fill(t, "{{ long | number }}", liquid.Plain, values, "hi-IN"); got != "1,23,45,67,89,01,23,45,67,890" {
		t.Errorf("in Hindi: %q", got)
	}
}

// TestCutLoopsAreReported: a range beyond the limit is an error that states the number of omitted items.
func TestCutLoopsAreReported(t *testing.T) {
	t.Parallel()
	values := map[string]any{"n": 5000.0, "huge": json.Number("1e+300")}
	for _, src := range []string{
		"{% for i in (1..5000) %}{{ i }}{% endfor %}", "{% for i in (1..n) %}.{% endfor %}", "{% for i in (1..n) limit: 3 %}.{% endfor %}",
		"{% assign l = (1..5000) %}", "{% if true %}{% for i in (-2000..n) %}.{% endfor %}{% endif %}", "{% capture c %}{% for i in (1..n) %}.{% endfor %}{% endcapture %}",
		"{% for i in (1..huge) %}.{% endfor %}", "{% case (1..n) %}{% when 1 %}{% endcase %}",
	} {
		tpl, err := liquid.Parse(src, liquid.Plain)
		if err != nil {
			t.Fatal(err)
		}
		_, err = tpl.Run(values, liquid.Options{})
		var e *liquid.Error
		if !errors.As(err, &e) || e.Rule != "template_items" || !strings.Contains(e.Message, "more than the 2000") {
			t.Errorf("%s: %v, want template_items", src, err)
		}
	}
	if got := fill(t, "{% for i in (1..2000) %}.{% endfor %}", liquid.Plain, nil, "en"); len(got) != 2000 {
		t.Errorf("2000 items give %d", len(got))
	}
	if _, err := liquid.Evaluate("(1..3000)", nil); err == nil {
		t.Error("a repeated node cuts its range silently")
	}
}
