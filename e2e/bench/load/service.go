package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// service is the program under load.
type service struct {
	url, key, neighbour string

	dir    string
	bin    string
	cmd    *exec.Cmd
	client *http.Client
	left   func() error // leaves the database cluster, nil if this process has not joined it
}

// start builds the program and starts it on a database of its own.
func start(ctx context.Context) (_ *service, err error) {
	dir, err := os.MkdirTemp("", "platen-load-")
	if err != nil {
		return nil, err
	}
	s := &service{dir: dir, bin: filepath.Join(dir, "platen"), client: &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 2000},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	defer func() {
		if err != nil {
			s.stop()
		}
	}()
	build := exec.CommandContext(ctx, "go", "build", "-o", s.bin, "./app/cmd/platen")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("building the program: %w", err)
	}
	s.cmd = exec.Command(s.bin, "serve")
	s.cmd.Env = append(s.cmd.Environ(), s.settings()...)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // keeps a terminal's SIGINT from the service: this program stops it
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.cmd.Stderr = nil
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	address := make(chan string, 1)
	keys := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if m := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); m != "" && len(address) == 0 {
				address <- m
			}
			if m := regexp.MustCompile(`svc_live_\w+`).FindString(lines.Text()); m != "" && len(keys) == 0 {
				keys <- m
			}
		}
	}()
	for s.url == "" || s.key == "" { // each occurs in several lines
		select {
		case s.url = <-address:
		case s.key = <-keys:
		case <-time.After(2 * time.Minute):
			return nil, errors.New("the service did not start within two minutes")
		}
	}
	if err := s.operate(ctx, nil, "credits", "grant", "1000000"); err != nil {
		return nil, err
	}
	var workspace string
	if err := s.operate(ctx, &workspace, "workspace", "create", "neighbour"); err != nil {
		return nil, err
	}
	if err := s.operate(ctx, nil, "credits", "grant", "--workspace", workspace, "100000"); err != nil {
		return nil, err
	}
	return s, s.operate(ctx, &s.neighbour, "keys", "create", "--mode", "live", "--workspace", workspace, "--scopes", "render:write")
}

// settings returns limits that no client reaches, so that the capacity of the process is measured, and a cache of files
// that fill fills.
func (s *service) settings() []string {
	out := []string{"PLATEN_ADDR=127.0.0.1:0", "PLATEN_DATA_DIR=" + filepath.Join(s.dir, "data"), "PLATEN_FILE_CACHE=" + strconv.Itoa(fileCache)}
	for _, category := range []string{"READ", "PREVIEW", "RENDER", "SIGN", "STREAM", "SIGNED"} {
		out = append(out, "PLATEN_RATE_"+category+"=1000000/1000000")
	}
	return out
}

// operate runs an operator's command.
func (s *service) operate(ctx context.Context, out *string, args ...string) error {
	cmd := exec.CommandContext(ctx, s.bin, args...)
	cmd.Env = append(cmd.Environ(), s.settings()...)
	printed, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return fmt.Errorf("platen %s: %w: %s", strings.Join(args, " "), err, exit.Stderr)
		}
		return err
	}
	if out != nil {
		*out = strings.TrimSpace(string(printed))
	}
	return nil
}

func (s *service) stop() {
	if s.left != nil {
		_ = s.left()
	}
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Signal(syscall.SIGTERM)
		_ = s.cmd.Wait()
	}
	_ = os.RemoveAll(s.dir)
}

// resident returns the resident memory of the process in bytes, 0 where it is unknown.
func (s *service) resident() int64 { return s.memory("VmRSS") }

// memory returns a figure of the process's status in bytes, 0 where it is unknown.
func (s *service) memory(name string) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(data)
	if m == nil {
		return 0
	}
	n, _ := strconv.ParseInt(string(m[1]), 10, 64)
	return n << 10
}

// send sends a request and returns how it ended, with the JSON of the body when into is not nil.
func (s *service) send(ctx context.Context, method, path, key, body string, into any) outcome {
	if into == nil {
		return s.fetch(ctx, method, path, key, body, io.Discard)
	}
	var content bytes.Buffer
	how := s.fetch(ctx, method, path, key, body, &content)
	if how == succeeded && json.Unmarshal(content.Bytes(), into) != nil {
		return failed
	}
	return how
}

// fetch sends a request, copies the body of the response and returns how it ended.
func (s *service) fetch(ctx context.Context, method, path, key, body string, into io.Writer) outcome {
	address := path
	if !strings.HasPrefix(path, "http") {
		address = s.url + path
	}
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return failed
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return failed
	}
	defer resp.Body.Close()
	_, err = io.Copy(into, resp.Body)
	switch {
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable:
		return rejected
	case err != nil || resp.StatusCode >= 400:
		return failed
	}
	return succeeded
}
