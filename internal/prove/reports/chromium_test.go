package reports

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/browsertest"
)

// A real browser shows the page as it should be, light and dark, wide and
// narrow, and whatever the texts say, asks for nothing and runs nothing.
func TestChromium(t *testing.T) {
	v := browsertest.Browse(t)
	for name, e := range map[string]*evidence.Evidence{"proven": proven(), "attacked": attacked(), "assaulted": assaulted(), "nothing": {Verdict: evidence.Infra}} {
		t.Run(name, func(t *testing.T) {
			v.Open(t, pageOf(t, e, diffText))
			for _, screen := range []struct {
				name, scheme string
				width        int64
			}{{"light", "light", 1280}, {"dark", "dark", 800}, {"narrow", "dark", 360}} {
				v.Screen(t, screen.width, screen.scheme)
				got := v.Look(t)
				check(t, &got, e)
				if dir := os.Getenv("SCREENSHOTS"); dir != "" {
					v.Picture(t, filepath.Join(dir, name+"-"+screen.name+".png"))
				}
			}
			if diff := cmp.Diff([]string(nil), v.Odd()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func check(t *testing.T, f *browsertest.Facts, e *evidence.Evidence) {
	t.Helper()
	f.Check(t)
	if f.Title != wantTitle(e) {
		t.Errorf("title %q", f.Title)
	}
	for _, reason := range e.Reasons {
		if want := strings.Join(strings.Fields(inert.Line(reason)), " "); !strings.Contains(strings.Join(strings.Fields(f.Text), " "), want) {
			t.Errorf("%q is not visible", want)
		}
	}
}

// wantTitle returns a page's title as a browser reports it, with whitespace
// joined.
func wantTitle(e *evidence.Evidence) string {
	l := limitsOf(0)
	return strings.Join(strings.Fields(newPage(e, "", &l).Title), " ")
}
