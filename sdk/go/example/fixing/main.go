// Command fixing fixes a request with the patches that the service's errors carry:
//
//	go run ./sdk/go/example/fixing KEY http://127.0.0.1:8080
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: fixing KEY URL")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, key, url string) error {
	client, err := platen.New(key, platen.WithBaseURL(url))
	if err != nil {
		return err
	}
	palette := true
	request := &renderingv1.GenerateRequest{
		Source: &renderingv1.GenerateRequest_Html{Html: "<h1>Launch day</h1>"},
		Outputs: []*renderingv1.Output{{ // a palette is for PNG alone
			Preset: renderingv1.Preset_PRESET_OG.Enum(), Format: renderingv1.OutputFormat_OUTPUT_FORMAT_JPEG.Enum(), Palette: &palette,
		}},
	}
	for range 3 {
		render, err := client.Preview(ctx, request)
		if err == nil {
			fmt.Println("rendered", render.Outputs[0].Url)
			return nil
		}
		var refused *platen.Error
		if !errors.As(err, &refused) {
			return err
		}
		for _, d := range refused.Details {
			fmt.Println("refused", d.Path, d.Message)
		}
		switch n, err := refused.ApplyFixes(request); {
		case err != nil:
			return err
		case n == 0:
			return refused
		}
	}
	return errors.New("the patches did not help")
}
