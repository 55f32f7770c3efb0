package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"os"
)

// writePage writes the comparison as one self-contained page.
func writePage(file string, sums []*summary, cases []*comparison) error {
	var page bytes.Buffer
	err := layout.Execute(&page, map[string]any{"Sums": sums, "Cases": cases, "MeanBar": meanBar, "SSIMBar": ssimBar})
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return os.WriteFile(file, page.Bytes(), 0o644)
}

// Images returns the data URLs of the three images of a case.
func (k *comparison) Images() ([]template.URL, error) {
	if k.drawn.heat == "" {
		return nil, nil
	}
	var list []template.URL
	for _, file := range []string{k.drawn.ours, k.drawn.chromium, k.drawn.heat} {
		data, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, template.URL("data:image/png;base64,"+base64.StdEncoding.EncodeToString(data)))
	}
	return list, nil
}

var layout = template.Must(template.New("page").Parse(`<!doctype html><meta charset="utf-8"><title>Fidelity</title>
<style>body{font:14px/1.45 system-ui;margin:24px;background:#f8fafc;color:#0f172a}section{margin:0 0 28px}img{width:32.5%;border:1px solid #cbd5e1;background:#fff;vertical-align:top}
h2{font-size:15px;margin:0 0 6px}table{border-collapse:collapse;background:#fff;margin:0 0 24px}td,th{border:1px solid #e2e8f0;padding:3px 10px;text-align:right}td:first-child,th:first-child{text-align:left}
.out{color:#b91c1c;font-weight:600}.skip{color:#64748b}a{color:inherit}</style>
<h1>Fidelity: engine | Chromium | difference × 3</h1>
<p>Bars: a mean difference (largest channel, of 255) of at most {{printf "%.1f" .MeanBar}} and a structural similarity of at least {{printf "%.2f" .SSIMBar}}.</p>
<table><tr><th>kind<th>cases<th>within the bars<th>mean<th>worst<th>SSIM<th>worst</tr>
{{range .Sums}}<tr><td>{{.Kind}}<td>{{.Cases}}<td>{{.Within}}<td>{{printf "%.3f" .Mean}}<td>{{printf "%.3f" .WorstMean}}<td>{{printf "%.4f" .SSIM}}<td>{{printf "%.4f" .WorstSSIM}}</tr>
{{end}}</table>
<table><tr><th>case<th>size<th>mean<th>SSIM<th>Chromium drew</tr>
{{range .Cases}}<tr class="{{if .Skipped}}skip{{else if not .Within}}out{{end}}"><td><a href="#{{.Name}}">{{.Name}}</a><td>{{.Width}} × {{.Height}}<td>{{printf "%.3f" .Mean}}<td>{{printf "%.4f" .SSIM}}<td>{{if .Skipped}}{{.Skipped}}{{else if .Expanded}}the expansion{{else}}the document{{end}}</tr>
{{end}}</table>
{{range .Cases}}<section id="{{.Name}}"><h2{{if and (not .Within) (not .Skipped)}} class="out"{{end}}>{{.Name}}: mean difference {{printf "%.3f" .Mean}}, SSIM {{printf "%.4f" .SSIM}}{{if .Skipped}} ({{.Skipped}}){{end}}</h2>
{{range .Images}}<img src="{{.}}" loading="lazy"> {{end}}</section>
{{end}}`))
