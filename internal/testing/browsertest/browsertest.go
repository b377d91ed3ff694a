// Package browsertest shows pages in a real browser, for tests.
package browsertest

import (
	"context"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	pageevents "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browsers are names of Chromium. Debian's first: its program on the PATH is a
// shell script, which does not end with its children.
var browsers = []string{"/usr/lib/chromium/chromium-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"}

// A Visit is a browser's view of a page.
type Visit struct {
	ctx context.Context
	mu  sync.Mutex
	// odd are messages of the console, dialogs, and requests other than for the
	// page itself.
	odd []string
}

// Browse starts a browser for a test, which it skips without one. A page that
// asks for the network gets none.
func Browse(t *testing.T) *Visit {
	t.Helper()
	program := ""
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("there is no Chromium: install chromium-headless-shell, or chromium")
	}
	home := t.TempDir()
	options := append(chromedp.DefaultExecAllocatorOptions[:len(chromedp.DefaultExecAllocatorOptions):len(chromedp.DefaultExecAllocatorOptions)],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(home),
		chromedp.Env("HOME="+home), chromedp.WindowSize(1280, 900), chromedp.ProxyServer("127.0.0.1:9")) // no network, if the page asks for it
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	v := &Visit{ctx: ctx}
	if err := chromedp.Listen(ctx, v.hear); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	return v
}

// hear notes events that a page should not cause.
func (v *Visit) hear(event any) {
	odd := ""
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file:") || !strings.HasSuffix(e.Request.URL, "/index.html") {
			odd = "asks for " + e.Request.URL
		}
	case *pageevents.EventJavascriptDialogOpening:
		odd = "a dialog: " + e.Message
	case *pageevents.EventFrameRequestedNavigation:
		odd = "goes to " + e.URL
	case *runtime.EventConsoleAPICalled:
		odd = "writes to the console"
	case *runtime.EventExceptionThrown:
		odd = "throws"
	case *log.EventEntryAdded:
		odd = "the browser says: " + e.Entry.Text
	}
	if odd != "" {
		v.mu.Lock()
		v.odd = append(v.odd, odd)
		v.mu.Unlock()
	}
}

// Open shows a page, and forgets what earlier ones did.
func (v *Visit) Open(t *testing.T, text string) {
	t.Helper()
	v.mu.Lock()
	v.odd = nil
	v.mu.Unlock()
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(v.ctx, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
}

// Screen sets the width of the screen, and whether it is dark.
func (v *Visit) Screen(t *testing.T, width int64, scheme string) {
	t.Helper()
	media := func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return chromedp.Void{}, err
	}
	if err := chromedp.Do(v.ctx, chromedp.EmulateViewport(width, 900), media); err != nil {
		t.Fatal(err)
	}
}

//go:embed look.js
var look string

// Facts are what look.js finds on a page.
type Facts struct {
	Title, Lang, Text  string
	Headings           []int
	Landmarks          []string
	Styled             bool
	Scripts, Images    int
	Links, Tables, Bad []string
	Contrast           []string
	Wider              bool
	FirstFocus         string
}

// Look returns the facts of the page, with all details open.
func (v *Visit) Look(t *testing.T) Facts {
	t.Helper()
	f, err := chromedp.Run(v.ctx, chromedp.Evaluate[Facts](look))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Odd returns the signs of a broken page: messages of the console, dialogs,
// and requests other than for itself.
func (v *Visit) Odd() []string {
	time.Sleep(100 * time.Millisecond) // for what comes late
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.odd
}

// Check checks what holds for every page: its language, its one style, no
// script, landmarks, headings in order, links that lead somewhere, tables with
// captions, contrast, and a first link to the content.
func (f *Facts) Check(t *testing.T) {
	t.Helper()
	if f.Lang != "en" || !f.Styled || f.Scripts+f.Images > 0 || f.Wider {
		t.Errorf("language %q, styled: %v, %d scripts, %d images, wider than the screen: %v", f.Lang, f.Styled, f.Scripts, f.Images, f.Wider)
	}
	if want := []string{"footer", "header", "main", "nav"}; !slices.Equal(f.Landmarks, want) {
		t.Errorf("landmarks %q, want %q", f.Landmarks, want)
	}
	for what, bad := range map[string][]string{"links": f.Links, "tables": f.Tables, "elements": f.Bad, "contrast": f.Contrast} {
		if len(bad) > 0 {
			t.Errorf("%s: %.400q", what, bad)
		}
	}
	ones := 0
	for i, level := range f.Headings {
		if level == 1 {
			ones++
		}
		if i > 0 && level > f.Headings[i-1]+1 {
			t.Errorf("heading %d is of level %d after %d", i, level, f.Headings[i-1])
		}
	}
	if ones != 1 || f.FirstFocus != "#content" {
		t.Errorf("%d h1; the first link goes to %q", ones, f.FirstFocus)
	}
}

// Violations returns what axe-core finds on the page by the rules of WCAG 2.1,
// levels A and AA. AUTOFIX_AXE names its file axe.min.js, of the npm package
// axe-core; without it, the test is skipped.
func (v *Visit) Violations(t *testing.T) []string {
	t.Helper()
	file := os.Getenv("AUTOFIX_AXE")
	if file == "" {
		t.Skip("AUTOFIX_AXE does not name axe.min.js of the npm package axe-core")
	}
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(v.ctx, chromedp.Evaluate[chromedp.Void](string(script))); err != nil {
		t.Fatal(err)
	}
	const run = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")))`
	found, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]string](run, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Picture writes a picture of the whole page.
func (v *Visit) Picture(t *testing.T, file string) {
	t.Helper()
	png, err := chromedp.Run(v.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(file, png, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
