package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// asPipe makes the test binary run as platen render --pipe.
var asPipe = flag.Bool("as-pipe", false, "serve render --pipe instead of testing")

func TestMain(m *testing.M) {
	if flag.Parse(); *asPipe {
		root := rootCommand()
		root.SetArgs([]string{"render", "--pipe"})
		os.Exit(exitCode(root.Execute()))
	}
	os.Exit(m.Run())
}

// TestPipeStaysSmall draws images of alternating sizes and scripts, and measures the anonymous memory
// of the process.
func TestPipeStaysSmall(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-as-pipe")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	responses := bufio.NewReader(out)
	for i := range 60 {
		size := [][2]int{{1200, 630}, {1200, 1500}, {1080, 1080}}[i%3]
		html := fmt.Sprintf(`<body style="margin:0;font-size:40px;background:linear-gradient(135deg,#4f46e5,#f59e0b)"><p style="box-shadow:0 0 40px #000">Card %d مرحبا नमस्ते 日本語 🎉👩‍🚀</p>`, i)
		line, err := json.Marshal(pipeRequest{HTML: html, Width: size[0], Height: size[1], Format: "png"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
		var head [5]byte
		if _, err := io.ReadFull(responses, head[:]); err != nil {
			t.Fatal(err)
		}
		body := make([]byte, binary.BigEndian.Uint32(head[1:]))
		if _, err := io.ReadFull(responses, body); err != nil || head[0] != 0 || string(body[1:4]) != "PNG" {
			t.Fatalf("response %d: %.200s, %v", i, body, err)
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	if own := regexp.MustCompile(`RssAnon:\s+(\d+)`).FindSubmatch(status); own != nil {
		if kb, _ := strconv.Atoi(string(own[1])); kb > 50<<10 {
			t.Errorf("the pipe has %d MB of its own", kb>>10)
		} else {
			t.Logf("the pipe has %d MB of its own", kb>>10)
		}
	}
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
