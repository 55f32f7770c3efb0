package chromium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-rod/rod/lib/proto"
)

// receiver counts connections and packets, by TCP or UDP, on a port of the loopback address.
type receiver struct {
	addr string
	hits atomic.Int64
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u, err := net.ListenPacket("udp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = l.Close(), u.Close() })
	r := &receiver{addr: l.Addr().String()}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			r.hits.Add(1)
			_ = c.Close()
		}
	}()
	go func() {
		for buf := make([]byte, 1500); ; {
			if _, _, err := u.ReadFrom(buf); err != nil {
				return
			}
			r.hits.Add(1)
		}
	}()
	return r
}

// everyVector is a document that tries every known way to access the network.
const everyVector = `<!DOCTYPE html><html><head>
<link rel="stylesheet" href="http://ADDR/a.css"><link rel="preconnect" href="http://ADDR"><link rel="dns-prefetch" href="//ADDR">
<link rel="prefetch" href="http://ADDR/p"><link rel="prerender" href="http://ADDR/r"><link rel="preload" as="image" href="http://ADDR/l">
<link rel="modulepreload" href="http://ADDR/m.js"><link rel="icon" href="http://ADDR/i.ico"><link rel="manifest" href="http://ADDR/m.json">
<script type="speculationrules">{"prerender":[{"source":"list","urls":["http://ADDR/s"]}],"prefetch":[{"source":"list","urls":["http://ADDR/s2"]}]}</script>
<meta http-equiv="refresh" content="0;url=http://ADDR/refresh">
<style>@import "http://ADDR/b.css"; @font-face{font-family:x;src:url(http://ADDR/f.woff2)} body{font-family:x;background:url(http://ADDR/bg.png)} li{list-style-image:url(//ADDR/li.png)}</style>
</head><body>text<ul><li>x</ul>
<img src="http://ADDR/i.png"><img srcset="http://ADDR/i2.png 1x"><picture><source srcset="http://ADDR/i3.png"><img></picture>
<script src="http://ADDR/s.js"></script><iframe src="http://ADDR/frame"></iframe><iframe srcdoc="<img src=http://ADDR/srcdoc>"></iframe>
<object data="http://ADDR/o"></object><embed src="http://ADDR/e"><video src="http://ADDR/v" poster="http://ADDR/vp" autoplay></video><audio src="http://ADDR/a" autoplay></audio>
<svg><image href="http://ADDR/si.png"/><use href="http://ADDR/u.svg#x"/></svg><input type="image" src="http://ADDR/in.png">
<form id="f" action="http://ADDR/form" method="post"><button>x</button></form><a id="a" href="http://ADDR/ping" ping="http://ADDR/ping">x</a>
<script>
const u="ADDR", tries=[
 ()=>fetch("http://"+u+"/fetch"), ()=>{const x=new XMLHttpRequest();x.open("GET","http://"+u+"/xhr");x.send()},
 ()=>new WebSocket("ws://"+u+"/ws"), ()=>new EventSource("http://"+u+"/es"), ()=>navigator.sendBeacon("http://"+u+"/beacon","x"),
 ()=>new Image().src="http://"+u+"/js.png", ()=>window.open("http://"+u+"/open"), ()=>document.getElementById("f").submit(),
 ()=>document.getElementById("a").click(), ()=>new Worker(URL.createObjectURL(new Blob(["fetch('http://"+u+"/worker');new WebSocket('ws://"+u+"/ww')"]))),
 ()=>new SharedWorker("data:text/javascript,fetch('http://"+u+"/shared')"), ()=>navigator.serviceWorker.register("http://"+u+"/sw.js"),
 ()=>{const p=new RTCPeerConnection({iceServers:[{urls:"stun:"+u},{urls:"turn:"+u,username:"a",credential:"b"},{urls:"turn:"+u+"?transport=tcp",username:"a",credential:"b"}]});p.createDataChannel("x");p.createOffer().then(o=>p.setLocalDescription(o))},
 ()=>new WebTransport("https://"+u+"/wt"), ()=>location="http://"+u+"/location", ()=>top.location="http://"+u+"/top", ()=>import("http://"+u+"/import.js"),
 ()=>{document.body.append(Object.assign(document.createElement("iframe"),{src:"http://"+u+"/if"}))},
];
for(const t of tries){try{const r=t();if(r&&r.catch)r.catch(()=>{})}catch(e){}}
</script></body></html>`

// TestNetworkIsUnreachable renders everyVector, with scripts and without.
func TestNetworkIsUnreachable(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{false, true} {
		r := newReceiver(t)
		b := newBrowser(t, func(c *Config) { c.Scripts = scripts })
		d := Document{HTML: strings.ReplaceAll(everyVector, "ADDR", r.addr), Width: 300, Height: 200, Scale: 1}
		if _, _, err := b.Screenshot(t.Context(), d); err != nil {
			t.Fatalf("scripts %v: %v", scripts, err)
		}
		if _, _, err := b.PDF(t.Context(), d, Paper{}); err != nil {
			t.Fatalf("scripts %v: %v", scripts, err)
		}
		b.Close()
		if n := r.hits.Load(); n != 0 {
			t.Errorf("scripts %v: %d connections reached the receiver, want none", scripts, n)
		}
	}
}

// TestFlagsAloneBlockTheNetwork opens URLs with interception off: the requests fail at the proxy that does not exist.
func TestFlagsAloneBlockTheNetwork(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	b := newBrowser(t, nil)
	err := b.withProcess(t.Context(), func(ctx context.Context, p *process) error {
		g, err := p.open(ctx, 200, 100)
		if err != nil {
			return err
		}
		for _, url := range []string{"http://" + r.addr + "/", "https://" + r.addr + "/", "http://localhost:" + r.addr[strings.LastIndexByte(r.addr, ':')+1:]} {
			response, err := proto.PageNavigate{URL: url}.Call(g.session)
			if err != nil {
				return err
			}
			if response.ErrorText == "" {
				t.Errorf("%s: loading did not fail", url)
			}
		}
		page := `<script>` + everyVector[strings.Index(everyVector, "const u="):]
		_, err = proto.PageNavigate{URL: "data:text/html," + strings.NewReplacer("ADDR", r.addr, "#", "%23", "%", "%25").Replace(page)}.Call(g.session)
		if err != nil {
			return err
		}
		// The page is closed while it tries; another one waits in its place.
		clock, err := p.open(ctx, 200, 100)
		if err != nil {
			return err
		}
		_, err = proto.RuntimeEvaluate{Expression: "new Promise(r => setTimeout(r, 1500))", AwaitPromise: true}.Call(clock.session)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := r.hits.Load(); n != 0 {
		t.Errorf("%d connections reached the receiver, want none", n)
	}
}

func TestLocalFilesAreInaccessible(t *testing.T) {
	t.Parallel()
	var red bytes.Buffer
	img := image.NewNRGBA(image.Rect(0, 0, 50, 50))
	for i := range img.Pix {
		img.Pix[i] = 255
		if i%4 == 1 || i%4 == 2 {
			img.Pix[i] = 0
		}
	}
	if err := png.Encode(&red, img); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "platen-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	file := filepath.Join(dir, "red.png")
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(file, red.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, scripts := range []bool{false, true} {
		b := newBrowser(t, func(c *Config) { c.Scripts = scripts })
		html := fmt.Sprintf(`<!DOCTYPE html><body style="margin:0;background:url(file://%[1]s)"><img src="file://%[1]s"><iframe src="file://%[1]s" style="border:0"></iframe><object data="file://%[1]s"></object><script>location="file://%[1]s"</script>`, file)
		got, _ := shoot(t, b, Document{HTML: html, Width: 400, Height: 200})
		for y := range 200 {
			for x := range 400 {
				if at(got, x, y) == (color.NRGBA{255, 0, 0, 255}) {
					t.Fatalf("scripts %v: a local file was drawn at %d,%d", scripts, x, y)
				}
			}
		}
	}
}
