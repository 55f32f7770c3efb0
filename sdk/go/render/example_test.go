package render_test

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"log"
	"net/http"

	"github.com/platenhq/platen/sdk/go/render"
)

func Example() {
	r := render.New(render.Options{})
	card, err := r.Render(context.Background(), render.Request{
		HTML:  `<!DOCTYPE html><h1>Launch day</h1>`,
		CSS:   `body { margin: 0; padding: 80px; background: #0F172A; color: #fff; font: 700 96px Inter }`,
		Width: 1200, Height: 630, Format: render.WebP,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(card.ContentType, card.Width, card.Height, len(card.Warnings))
	// Output: image/webp 1200 630 0
}

// A handler that renders the card of a page; html/template escapes what is put into it.
func Example_handler() {
	r := render.New(render.Options{Workers: 2})
	page := template.Must(template.New("card").Parse(`<!DOCTYPE html><h1 style="font:700 72px Inter">{{.}}</h1>`))
	http.HandleFunc("GET /card.png", func(w http.ResponseWriter, req *http.Request) {
		var html bytes.Buffer
		if err := page.Execute(&html, req.URL.Query().Get("title")); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		card, err := r.Render(req.Context(), render.Request{HTML: html.String(), Background: "#FFFFFF"})
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		w.Header().Set("Content-Type", card.ContentType)
		_, _ = w.Write(card.Bytes)
	})
}

func ExampleError() {
	_, err := render.New(render.Options{}).Render(context.Background(), render.Request{HTML: "<p>Hello", Format: "bmp"})
	fmt.Println(err)
	// Output: render: /outputs/0/format: "bmp" is not a format; use png, jpeg, webp, avif, gif, svg or pdf
}
