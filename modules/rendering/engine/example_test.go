package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

func Example() {
	ctx := context.Background()
	e := engine.New(engine.Options{})
	doc, err := e.Open(ctx, engine.Source{HTML: "<h1>Launch day</h1>", CSS: "h1 { color: #0f172a }"}, engine.Settings{Width: 300, Height: 100, Scale: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	drawn, err := doc.Draw(ctx, engine.NoFiles{})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := e.Encode(ctx, drawn, engine.Output{Format: encode.PNG})
	if err != nil {
		fmt.Println(err)
		return
	}
	config, err := png.DecodeConfig(bytes.NewReader(file.Bytes))
	fmt.Println(config.Width, config.Height, err)
	// Output: 600 200 <nil>
}

func ExampleEngine_Encode_vector() {
	ctx := context.Background()
	e := engine.New(engine.Options{})
	doc, err := e.Open(ctx, engine.Source{HTML: `<div style="width: 50px; height: 50px; background: red"></div>`}, engine.Settings{Width: 100, Height: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	drawn, err := doc.Draw(ctx, engine.NoFiles{})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := e.Encode(ctx, drawn, engine.Output{Vector: engine.PDF})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, %d page\n", file.Bytes[:5], file.Pages)
	// Output: %PDF-, 1 page
}

func ExampleEngine_Open() {
	_, err := engine.New(engine.Options{}).Open(context.Background(), engine.Source{HTML: "<p>"}, engine.Settings{Width: 100, Height: 40000})
	var limit *engine.Error
	fmt.Println(errors.As(err, &limit))
	// Output: true
}

func ExampleDocument_References() {
	doc, err := engine.New(engine.Options{}).Open(context.Background(),
		engine.Source{HTML: `<img src="https://example.com/a.png">`}, engine.Settings{Width: 100, Height: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range doc.References() {
		fmt.Println(r.Kind == engine.ImageReference, r.URL)
	}
	// Output: true https://example.com/a.png
}

func ExampleDocument_Texts() {
	doc, err := engine.New(engine.Options{}).Open(context.Background(),
		engine.Source{HTML: `<h1>Launch day</h1>`}, engine.Settings{Width: 100, Height: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range doc.Texts() {
		fmt.Println(t.Text)
	}
	// Output: Launch day
}

func ExamplePaperSizeByName() {
	size, ok := engine.PaperSizeByName("a4")
	fmt.Println(size.Name, ok)
	_, ok = engine.PaperSizeByName("poster")
	fmt.Println(ok)
	// Output:
	// a4 true
	// false
}
