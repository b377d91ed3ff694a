package reports

import (
	"context"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
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
	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// browsers are names of Chromium. Debian's first: its program on the PATH is a
// shell script, which does not end with its children.
var browsers = []string{"/usr/lib/chromium/chromium-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"}

// A visit is a browser's view of a page.
type visit struct {
	ctx context.Context
	mu  sync.Mutex
	// odd are messages of the console, dialogs, and requests other than for the
	// page itself.
	odd []string
}

func browse(t *testing.T) *visit {
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
	v := &visit{ctx: ctx}
	if err := chromedp.Listen(ctx, v.hear); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	return v
}

// hear notes events that a page should not cause.
func (v *visit) hear(event any) {
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

// open shows a page.
func (v *visit) open(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(v.ctx, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
}

// screen sets the width of the screen, and whether it is dark.
func (v *visit) screen(t *testing.T, width int64, scheme string) {
	t.Helper()
	media := func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return chromedp.Void{}, err
	}
	if err := chromedp.Do(v.ctx, chromedp.EmulateViewport(width, 900), media); err != nil {
		t.Fatal(err)
	}
}

//go:embed testdata/look.js
var look string

// facts are what testdata/look.js finds.
type facts struct {
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

func (v *visit) look(t *testing.T) facts {
	t.Helper()
	f, err := chromedp.Run(v.ctx, chromedp.Evaluate[facts](look))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A real browser shows the page as it should be, light and dark, wide and
// narrow, and whatever the texts say, asks for nothing and runs nothing.
func TestChromium(t *testing.T) {
	v := browse(t)
	for name, e := range map[string]*evidence.Evidence{"proven": proven(), "attacked": attacked(), "assaulted": assaulted(), "nothing": {Verdict: evidence.Infra}} {
		t.Run(name, func(t *testing.T) {
			v.odd = nil
			v.open(t, pageOf(t, e, diffText))
			for _, screen := range []struct {
				name, scheme string
				width        int64
			}{{"light", "light", 1280}, {"dark", "dark", 800}, {"narrow", "dark", 360}} {
				v.screen(t, screen.width, screen.scheme)
				got := v.look(t)
				got.check(t, e)
				if dir := os.Getenv("SCREENSHOTS"); dir != "" {
					v.picture(t, filepath.Join(dir, name+"-"+screen.name+".png"))
				}
			}
			time.Sleep(100 * time.Millisecond) // for what comes late
			v.mu.Lock()
			defer v.mu.Unlock()
			if diff := cmp.Diff([]string(nil), v.odd); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func (f *facts) check(t *testing.T, e *evidence.Evidence) {
	t.Helper()
	if f.Title != wantTitle(e) || f.Lang != "en" || !f.Styled || f.Scripts+f.Images > 0 || f.Wider {
		t.Errorf("title %q, language %q, styled: %v, %d scripts, %d images, wider than the screen: %v", f.Title, f.Lang, f.Styled, f.Scripts, f.Images, f.Wider)
	}
	if diff := cmp.Diff([]string{"footer", "header", "main", "nav"}, f.Landmarks); diff != "" {
		t.Errorf("landmarks (-want +got)\n%s", diff)
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
	for _, reason := range e.Reasons {
		if want := strings.Join(strings.Fields(inert.Line(reason)), " "); !strings.Contains(strings.Join(strings.Fields(f.Text), " "), want) {
			t.Errorf("%q is not visible", want)
		}
	}
}

func (v *visit) picture(t *testing.T, file string) {
	t.Helper()
	png, err := chromedp.Run(v.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(file, png, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// wantTitle returns a page's title as a browser reports it, with whitespace
// joined.
func wantTitle(e *evidence.Evidence) string {
	l := limitsOf(0)
	return strings.Join(strings.Fields(newPage(e, "", &l).Title), " ")
}
