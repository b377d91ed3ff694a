package reports

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	shared "github.com/rules-autofix/rules_autofix/internal/report/page"
)

// attacks are texts that attack a page.
var attacks = []string{
	"</style><style>*{display:none}</style>", "</title><script>alert(1)</script>", "<base href=//evil.example/>",
	`<meta http-equiv=refresh content="0;url=https://evil.example/">`, "<img src=https://evil.example/x onerror=alert(1)>", "javascript:alert(1)",
	"data:text/html,<script>alert(1)</script>", `" onmouseover="alert(1)`, `' style='background:url(https://evil.example/)`,
	"*/ @import url(https://evil.example/x.css); /*", "<!-- ", "]]>", "{{.Title}}", "<svg onload=alert(1)>",
	"<link rel=stylesheet href=https://evil.example>", "<iframe src=https://evil.example></iframe>", "</pre></details></section></main></body>",
	"\x00\x07\u202eevil\u2066", "&lt;b&gt;", "expression(alert(1))", "<plaintext>",
}

// a diff with lines that look like heads, and hostile ones.
const diffText = "diff --git a/a/sum.go b/a/sum.go\n--- a/a/sum.go\n+++ b/a/sum.go\n@@ -1,4 +1,4 @@ func sum()\n \tone\n--- two\n+++ two\n \tthree\n" +
	"-</td><script>alert(1)</script>\n+<base href=//evil.example/>\u202e\r\n\\ No newline at end of file\n" +
	"diff --git a/b.txt b/b.txt\nnew file mode 100644\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n"

// assaulted is attacked, with all attacks in every text.
func assaulted() *evidence.Evidence {
	e := attacked()
	all := strings.Join(attacks, " ")
	e.Reasons, e.Notes, e.Setup = attacks, attacks, attacks
	e.Engine.Kind, e.Engine.Version, e.Sandbox.Level, e.Sandbox.Network = all, all, all, all
	e.Versions = map[string]string{all: all}
	e.Tool = evidence.Tool{Name: all, Version: all}
	e.Base.Commit, e.ID, e.Command = all, all, append([]string{"go"}, attacks...)
	for i := range e.Runs {
		r := &e.Runs[i]
		r.ID, r.Reader, r.Stdout.SHA256, r.Written = all, all, all, attacks
		r.Stdout.Head, r.Stderr.Head = strings.Join(attacks, "\n"), strings.Repeat("<", 1<<20)
		r.Cases[0].Status = evidence.Status(all)
	}
	c := &e.Candidates[0]
	c.SHA256, c.Files[0].Op, c.Files[0].Kind, c.Hunks[0].ID = all, all, evidence.Kind(all), all
	c.Hunks[0].Needed = evidence.HunkUnproven
	c.Tests[0].Change, c.Tests[0].Path, c.Tests[0].Before = all, all, evidence.Status(all)
	c.Decisions = []evidence.Decision{{Policy: all, Detail: all, Path: all}}
	c.Conditions = append(c.Conditions, evidence.Condition{ID: all, Holds: evidence.Holds(all), Detail: all, Runs: []string{all}})
	e.Candidates = append(e.Candidates, evidence.Candidate{ID: 2, Verdict: evidence.Verdict(all), Reasons: attacks})
	return e
}

func pageOf(t testing.TB, e *evidence.Evidence, diff string) string {
	t.Helper()
	text, err := HTML(e, diff)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > MaxPage {
		t.Fatalf("%d bytes", len(text))
	}
	return string(text)
}

// A parser of HTML finds only our elements and attributes, however hostile the
// texts are.
func TestPageIsInert(t *testing.T) {
	elements, attributes := map[string]int{}, map[string]bool{}
	var texts strings.Builder
	root, err := html.Parse(strings.NewReader(pageOf(t, assaulted(), diffText)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		switch {
		case n.Type == html.CommentNode:
			t.Errorf("a comment: %.80q", n.Data)
		case n.Type == html.TextNode && n.Parent.Data == "style":
			if n.Data != string(shared.Style()) {
				t.Errorf("the style is another: %.80q", n.Data)
			}
		case n.Type == html.TextNode:
			texts.WriteString(n.Data)
		case n.Type == html.ElementNode:
			elements[n.Data]++
			for _, a := range n.Attr {
				attributes[a.Key] = true
				if a.Key == "href" && !regexp.MustCompile(`^#[a-z0-9-]+$`).MatchString(a.Val) {
					t.Errorf("a link to %q", a.Val)
				}
			}
		}
	}
	if elements["style"] != 1 || elements["title"] != 1 || elements["meta"] != 5 || elements["main"] != 1 || elements["h1"] != 1 {
		t.Errorf("elements: %v", elements)
	}
	known := strings.Fields("a blockquote body caption code dd del details div dl dt footer h1 h2 h3 h4 h5 head header html ins li main meta nav p pre section span strong style summary table tbody td th thead title tr ul")
	for name := range elements {
		if !slices.Contains(known, name) {
			t.Errorf("an element %q", name)
		}
	}
	for name := range attributes {
		if !slices.Contains(strings.Fields("aria-hidden aria-label aria-labelledby charset class colspan content dir href http-equiv id lang name role scope tabindex"), name) {
			t.Errorf("an attribute %q", name)
		}
	}
	for _, attack := range attacks {
		if !strings.Contains(texts.String(), inert.Line(attack)) {
			t.Errorf("%q is not shown", attack)
		}
	}
	if strings.ContainsAny(texts.String(), "\x00\x07\x1b\u202e\u2066\r") {
		t.Error("a control character is in it")
	}
}

// A page is always of bounded size, and reports omissions.
func TestPageIsBounded(t *testing.T) {
	if small := pageOf(t, proven(), diffText); strings.Contains(small, "too large") || strings.Contains(small, "left out here") {
		t.Error("a small page leaves something out")
	}
	e := assaulted()
	c := &e.Candidates[0]
	long := strings.Repeat("&'\"<é", 1<<12) // one line
	for i := range 150 {
		r := run(fmt.Sprintf("r%d", i+10), evidence.Prove, evidence.Mutated, 1)
		r.Stdout.Head, r.Stderr.Head, r.Command, r.Written = long, long, []string{long}, []string{long, long}
		for j := range 5 {
			r.Cases = append(r.Cases, evidence.Case{Suite: long, Name: fmt.Sprint(j), Status: evidence.Failed, Message: long})
			r.Problems = append(r.Problems, evidence.Problem{Code: "x", Detail: long})
		}
		e.Runs = append(e.Runs, r)
		e.Reasons, e.Notes, e.Environment = append(e.Reasons, long), append(e.Notes, long), append(e.Environment, long)
		c.Files = append(c.Files, evidence.File{Path: long, Justification: long})
		c.Tests = append(c.Tests, evidence.Test{Name: long, Path: long})
		c.Hunks = append(c.Hunks, evidence.Hunk{ID: "h", Path: long})
		c.Conditions = append(c.Conditions, evidence.Condition{ID: long, Detail: long})
		c.Decisions = append(c.Decisions, evidence.Decision{Policy: long, Detail: long})
		c.Mutants.Alive = append(c.Mutants.Alive, evidence.Mutant{Path: long, What: long})
		e.Candidates = append(e.Candidates, evidence.Candidate{Reasons: []string{long, long}})
		e.Exceptions = append(e.Exceptions, evidence.Exception{Policy: long, Reason: long})
		e.Localization.Places = append(e.Localization.Places, evidence.Place{Path: long, Signals: []string{long}})
		c = &e.Candidates[0]
	}
	text := pageOf(t, e, diffText+strings.Repeat("+"+long+"\n", 100)+strings.Repeat("+\n", 20_000))
	for _, want := range []string{"This page would be too large", "more are left out here; evidence.json has them", "more lines are left out here; patch.diff has them", "more bytes)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not said", want)
		}
	}
}

// Events of go test -json are shown as the output of the tests.
func TestPageOfEvents(t *testing.T) {
	e := proven()
	e.Runs[0].Stdout.Head = `{"Action":"output","Package":"a","Test":"TestA","Output":"    a_test.go:3: got 2\n"}` + "\n" + `{"Action":"fail","Package":"a","Test":"TestA"}` + "\n"
	text := pageOf(t, e, diffText)
	if !strings.Contains(text, "<pre>    a_test.go:3: got 2</pre>") || strings.Contains(text, "Action") {
		t.Error("the page does not show what the test printed, or shows events")
	}
}

func TestDiffView(t *testing.T) {
	l := limitsOf(0)
	hunks := []evidence.Hunk{{ID: "h1", Path: "a/sum.go", Line: 2, Needed: evidence.HunkUnproven}, {ID: "h2", Path: "a/sum.go", Line: 4, Needed: evidence.HunkNeeded}}
	got := newDiffView(diffText, hunks, &l)
	want := &diffView{Files: []*diffFile{
		{Path: "a/sum.go", Rows: []diffRow{
			{"head", 0, 0, "diff --git a/a/sum.go b/a/sum.go"},
			{"head", 0, 0, "--- a/a/sum.go"},
			{"head", 0, 0, "+++ b/a/sum.go"},
			{"hunk", 0, 0, "@@ -1,4 +1,4 @@ func sum()"},
			{"same", 1, 1, "\tone"},
			{"note", 0, 0, "h1: not proven: no test needs it"},
			{"delete", 2, 0, "-- two"},
			{"add", 0, 2, "++ two"},
			{"same", 3, 3, "\tthree"},
			{"delete", 4, 0, "</td><script>alert(1)</script>"},
			{"add", 0, 4, "<base href=//evil.example/>\ufffd^M"},
			{"head", 0, 0, `\ No newline at end of file`},
		}},
		{Path: "b.txt", Rows: []diffRow{
			{"head", 0, 0, "diff --git a/b.txt b/b.txt"},
			{"head", 0, 0, "new file mode 100644"},
			{"head", 0, 0, "--- /dev/null"},
			{"head", 0, 0, "+++ b/b.txt"},
			{"hunk", 0, 0, "@@ -0,0 +1,2 @@"},
			{"add", 0, 1, "x"},
			{"add", 0, 2, "y"},
		}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	l.diff = 4
	if short := newDiffView(diffText, nil, &l); short.Left != strings.Count(diffText, "\n")-4 {
		t.Errorf("%d lines are left", short.Left)
	}
}

// No line of a diff is lost, whatever it is.
func FuzzDiffView(f *testing.F) {
	f.Add(diffText)
	f.Add("@@ -1,9 +1,9 @@\n a\n\n+b\ndiff --git a/x b/x\n--- \n+++ b/\n@@ -0 +999999999,999999999 @@\n+c")
	f.Fuzz(func(t *testing.T, diff string) {
		l := limitsOf(0)
		view := newDiffView(diff, nil, &l)
		if view == nil {
			return
		}
		rows := view.Left
		for _, file := range view.Files {
			rows += len(file.Rows)
		}
		if want := len(slices.Collect(strings.Lines(diff))); rows != want {
			t.Errorf("%d rows of %d lines", rows, want)
		}
		if _, err := HTML(&evidence.Evidence{}, diff); err != nil {
			t.Error(err)
		}
	})
}

func TestClip(t *testing.T) {
	for s, want := range map[string]string{"": "", "abc": "abc", "a\nb": "a b", "abcd": "abc… (1 more bytes)", "ééé": "ééé", "éééé": "ééé… (2 more bytes)", "\x1b[31ma\x1b[0m": "a"} {
		if got := clip(s, 3); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if got := clip(strings.Repeat("é", 1<<20), 3); got != fmt.Sprintf("ééé… (%d more bytes)", 2<<20-6) {
		t.Error(got)
	}
	l := limits{block: 10, width: 4}
	if got, more := l.lines("first\nsecond\n\tthird\n"); got != "\tthi… (2 more bytes)" || more != 13 {
		t.Errorf("%q, %d", got, more)
	}
}
