// Command progress queues a render and follows it to its end:
//
//	go run ./sdk/go/example/progress KEY http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"os"

	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: progress KEY URL")
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
	job, err := client.Start(ctx, &renderingv1.GenerateRequest{
		Source: &renderingv1.GenerateRequest_Html{Html: "<h1>Launch day</h1>"},
		Outputs: []*renderingv1.Output{
			{Preset: renderingv1.Preset_PRESET_OG.Enum()},
			{Preset: renderingv1.Preset_PRESET_INSTAGRAM_POST.Enum()},
			{Preset: renderingv1.Preset_PRESET_INSTAGRAM_STORY.Enum()},
		},
	})
	if err != nil {
		return err
	}
	job, err = client.WaitForJob(ctx, job.Id, platen.OnProgress(func(job *renderingv1.RenderJob) {
		fmt.Printf("%d of %d\n", job.GetProgress().GetCompleted(), job.GetProgress().GetTotal())
	}))
	if err != nil {
		return err
	}
	for _, o := range job.Outputs {
		fmt.Println(o.Name, o.Url)
	}
	return nil
}
