package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// hostileMessages have what ends or starts something in some format.
var hostileMessages = []string{
	"]]> <![CDATA[ </failure> <!-- & &amp; \" '",
	"first\r\n::error file=x::second\n%0A%25 : , ::stop-commands::token",
	"| pipes `code` **bold** [link](https://example.com) <script>alert(1)</script> \\| ~~x~~ @someone #1",
	"control \x00\x01\x1b[31m\x7f\u0085 and \ufffe \U0001f600 \u2028",
	"not UTF-8: \xff\xfe\x80",
	strings.Repeat("very long 😀 ", 20_000),
	" ",
	"\n\n- a\n# b\n",
}

var hostilePaths = []string{
	"plain.txt", "with space/a b.txt", "quote\"'`.txt", "per%20cent%.txt", "ümlaut/日本.txt", "pipe|amp&<x>.txt", "a:b,c=d.txt", "line\nbreak.txt", "#?.txt", "esc\x1b.txt",
}

// hostileFindings has each message in each file, of a finding and of a related
// place.
func hostileFindings() *Findings {
	a := artifact.New(artifact.Tool{Name: "autofix", Version: "1"}, "")
	for i, path := range hostilePaths {
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(path, []byte("text\n")))
		for k, message := range hostileMessages {
			d := fixedits.Diagnostic{
				ID: fmt.Sprintf("d%d.%d", i, k), Rule: fmt.Sprintf("hostile/r%d", k), Severity: []fixedits.Severity{fixedits.SeverityError, fixedits.SeverityWarning, fixedits.SeverityInfo}[(i+k)%3], Message: message,
				Phase: fixedits.PhaseStyle, Path: path, Start: k % 4, End: 4, Line: 1, Column: 1 + k%4,
			}
			d.Relate(fixedits.Related{Path: path, End: k % 4, Line: 1, Column: 1, Message: message})
			a.Diagnostics = append(a.Diagnostics, d)
		}
	}
	f := NewFindings(a, nil, func(string) []byte { return []byte("text\n") })
	f.AddCrashes([]Crash{{Checker: "check]]>", Path: "crashed|\n.txt", Message: "panic: |`]]>\x1b\n\tat line 1\n::error::x"}})
	return f
}

// Every format stays what it is, whatever messages and names are.
func TestFormatsOfHostileFindings(t *testing.T) {
	total := len(hostilePaths) * len(hostileMessages)
	check := map[string]func(t *testing.T, text string){
		"text":  func(t *testing.T, text string) { printable(t, text, false) },
		"agent": func(t *testing.T, text string) { printable(t, text, false); agentLines(t, text, total) },
		"files": func(t *testing.T, text string) {
			printable(t, text, false)
			if lines := strings.Count(text, "\n"); lines != len(hostilePaths) {
				t.Errorf("%d lines, want %d", lines, len(hostilePaths))
			}
		},
		"full": func(t *testing.T, text string) {
			printable(t, text, false)
			// Of each rule, one finding in each file, and no line of a message is one of its own.
			if n := len(regexp.MustCompile(`(?m)^(error|warning|info)\[hostile/r\d\]: `).FindAllString(text, -1)); n != total {
				t.Errorf("%d findings, want %d", n, total)
			}
		},
		"github": func(t *testing.T, text string) {
			printable(t, text, true)
			for line := range strings.Lines(text) {
				if !regexp.MustCompile(`^::(error|warning|notice) file=[^,:]+(,[a-zA-Z]+=[^,:]*)*::`).MatchString(line) || len(line) > 1<<17 {
					t.Errorf("not a command, or too long: %.200q", line)
				}
			}
			if lines := strings.Count(text, "\n"); lines != total+1 {
				t.Errorf("%d annotations, want %d", lines, total+1)
			}
		},
		"gitlab": func(t *testing.T, text string) {
			var issues []gitlabIssue
			decode(t, text, &issues)
			prints := map[string]bool{}
			for _, issue := range issues {
				prints[issue.Fingerprint] = true
				if !slices.Contains(hostilePaths, issue.Location.Path) || strings.ContainsAny(issue.Description, "\r\n\x1b") {
					t.Errorf("%.200q", issue.Description)
				}
			}
			if len(issues) != total || len(prints) != total {
				t.Errorf("%d issues with %d fingerprints, want %d", len(issues), len(prints), total)
			}
		},
		"json": func(t *testing.T, text string) { decode(t, text, new(any)) },
		"artifacts": func(t *testing.T, text string) {
			if all, err := artifact.DecodeList([]byte(text)); err != nil || len(all) != 1 {
				t.Errorf("%d artifacts, %v", len(all), err)
			}
		},
		"sarif": func(t *testing.T, text string) { hostileSARIF(t, text, total) },
		"rdjson": func(t *testing.T, text string) {
			var result rdResult
			decode(t, text, &result)
			if len(result.Diagnostics) != total {
				t.Errorf("%d diagnostics, want %d", len(result.Diagnostics), total)
			}
		},
		"rdjsonl": func(t *testing.T, text string) {
			n := 0
			for line := range strings.Lines(text) {
				var d rdDiagnostic
				decode(t, line, &d)
				if n++; d.Source == nil || d.Source.Name != "autofix" {
					t.Errorf("source %v", d.Source)
				}
			}
			if n != total {
				t.Errorf("%d lines, want %d", n, total)
			}
		},
		"checkstyle": func(t *testing.T, text string) {
			var doc checkstyleReport
			undecode(t, text, &doc)
			n := 0
			for _, file := range doc.Files {
				n += len(file.Errors)
			}
			if n != total+1 {
				t.Errorf("%d errors, want %d", n, total+1)
			}
		},
		"junit": func(t *testing.T, text string) {
			var doc junitSuites
			undecode(t, text, &doc)
			n, failures := 0, 0
			for _, suite := range doc.Suites {
				for _, c := range suite.Cases {
					n++
					if c.Failure != nil {
						failures++
					}
				}
			}
			if n != total+1 || doc.Tests != n || doc.Failures != failures || doc.Errors != 1 {
				t.Errorf("%d cases, want %d; %d tests, %d failures of %d, %d errors", n, total+1, doc.Tests, doc.Failures, failures, doc.Errors)
			}
		},
		"markdown": func(t *testing.T, text string) { printable(t, text, false); markdownTables(t, text) },
	}
	for _, name := range Formats() {
		t.Run(name, func(t *testing.T) {
			if check[name] == nil {
				t.Fatal("this test does not know the format")
			}
			format, _ := FormatNamed(name)
			findings := hostileFindings()
			if name == "json" || name == "artifacts" { // a file on which a checker failed is not in the artifact
				findings.artifact.Normalize()
			}
			text := rendered(t, func(w io.Writer) error { return format.Write(w, findings, TextOptions{Files: 3}) })
			if !utf8.ValidString(text) {
				t.Error("it is not UTF-8")
			}
			check[name](t, text)
			if again := rendered(t, func(w io.Writer) error { return format.Write(w, findings, TextOptions{Files: 3}) }); again != text {
				t.Error("a second time it is another text")
			}
		})
	}
}

// printable fails the test if a text has control characters besides line feeds
// and, if tabs is set, tabs.
func printable(t *testing.T, text string, tabs bool) {
	t.Helper()
	for i, r := range text {
		if unicode.IsControl(r) && r != '\n' && !(tabs && r == '\t') {
			t.Fatalf("control character %q at %d: %q", r, i, text[max(i-40, 0):i])
		}
	}
}

func agentLines(t *testing.T, text string, total int) {
	t.Helper()
	findings := 0
	for line := range strings.Lines(text) {
		if regexp.MustCompile(`^\d+:\d+ (error|warning|info) `).MatchString(line) {
			findings++
		}
		if len(line) > 2*agentMessage {
			t.Errorf("too long: %d bytes", len(line))
		}
	}
	if findings != total {
		t.Errorf("%d findings, want %d", findings, total)
	}
}

func hostileSARIF(t *testing.T, text string, total int) {
	t.Helper()
	if err := validateSARIF(t, sarifSchemaOf(t), text); err != nil {
		t.Error(err)
	}
	var log sarifLog
	decode(t, text, &log)
	if n := len(log.Runs[0].Results); n != total {
		t.Errorf("%d results, want %d", n, total)
	}
	uri := regexp.MustCompile(`^(?:[A-Za-z0-9._~/!$&'()*+,;=:@-]|%[0-9A-F]{2})+$`)
	for _, file := range log.Runs[0].Artifacts {
		if !uri.MatchString(file.Location.URI) || file.Location.Base != sarifRoot {
			t.Errorf("URI %q", file.Location.URI)
		}
	}
}

// markdownTables fails the test if a row has more cells than its table, or if
// something in a cell is not text.
func markdownTables(t *testing.T, text string) {
	t.Helper()
	columns := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case !strings.HasPrefix(line, "|"):
			columns = 0
		case columns == 0:
			columns = strings.Count(line, "|")
		case strings.Count(line, "|") != columns:
			t.Errorf("%d bars, want %d: %.200s", strings.Count(line, "|"), columns, line)
		}
		plain := strings.NewReplacer("<code>", "", "</code>", "").Replace(line)
		if strings.ContainsAny(plain, "<>`[]*\\") {
			t.Errorf("not escaped: %.200s", line)
		}
	}
}

func decode(t *testing.T, text string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%v\n%.500s", err, text)
	}
}

func undecode(t *testing.T, text string, to any) {
	t.Helper()
	if err := xml.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%v\n%.500s", err, text)
	}
}

// What each format says of the fixture: no other test has all its bytes.
func TestFormatsOfTheFixture(t *testing.T) {
	for name, want := range map[string]string{
		"agent": `a.txt
1:1 warning hard [ai/ask] (fix by ai-autofix)
1:13 info 100% "world": really, no [spell/world] (fix: suggestion)
fixable: 3, apply with: autofix fix
`,
		"gitlab": `[
  {
    "description": "no newline at the end (fixable)",
    "check_name": "text/newline",
    "fingerprint": "FINGERPRINT",
    "severity": "major",
    "location": {
      "path": "b c%.txt",
      "lines": {
        "begin": 2,
        "end": 2
      }
    }
  },
`,
		"checkstyle": `<?xml version="1.0" encoding="UTF-8"?>
<checkstyle version="4.3">
  <file name="a.txt">
    <error line="1" column="1" severity="warning" message="hard (fix by ai-autofix)" source="ai/ask"></error>
    <error line="1" column="9" severity="info" message="100% &#34;world&#34;:&#xA;really, no (fix: suggestion)" source="spell/world"></error>
`,
		"junit": `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="autofix" tests="5" failures="4" errors="0">
  <testsuite name="a.txt" tests="3" failures="2" errors="0">
    <testcase name="ai/ask at 1:1" classname="a.txt" file="a.txt" line="1">
      <failure message="hard" type="warning">a.txt:1:1: warning: hard [ai/ask] (fix by ai-autofix)</failure>
    </testcase>
    <testcase name="spell/world at 1:13" classname="a.txt" file="a.txt" line="1">
      <system-out>a.txt:1:13: info: 100% &#34;world&#34;:&#xA;really, no [spell/world] (fix: suggestion)</system-out>
    </testcase>
`,
		"markdown": `## autofix: 5 findings in 3 files

| Severity | Findings | Fixable |
|---|---:|---:|
| error | 1 | 1 |
| warning | 3 | 2 |
| info | 1 | 0 |

3 are fixable, apply with: <code>autofix fix</code>

### <code>b c%.txt</code>

| Line | Severity | Finding | Rule | Fix |
|---:|---|---|---|---|
| 2 | error | no newline at the end | <code>text/newline</code> | fixable |
`,
		"rdjsonl": `{"source":{"name":"autofix"},"message":"no newline at the end","location":{"path":"b c%.txt","range":{"start":{"line":2,"column":4},"end":{"line":2,"column":4}}},"severity":"ERROR","code":{"value":"text/newline"}}
`,
	} {
		format, _ := FormatNamed(name)
		got := rendered(t, func(w io.Writer) error {
			return format.Write(w, fixtureFindings(t), TextOptions{Files: 3, Fix: "autofix fix"})
		})
		got = regexp.MustCompile(`"[0-9a-f]{32}"`).ReplaceAllString(got, `"FINGERPRINT"`)
		if diff := cmp.Diff(want, got[:min(len(want), len(got))]); diff != "" {
			t.Errorf("%s starts (-want +got):\n%s", name, diff)
		}
	}
}

func TestFormatsOfNothing(t *testing.T) {
	for name, want := range map[string]string{
		"agent":      "nothing else found\n",
		"checkstyle": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\"></checkstyle>\n",
		"gitlab":     "[]\n",
		"junit":      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"autofix\" tests=\"1\" failures=\"0\" errors=\"0\">\n  <testsuite name=\"autofix\" tests=\"1\" failures=\"0\" errors=\"0\">\n    <testcase name=\"nothing found\" classname=\"autofix\"></testcase>\n  </testsuite>\n</testsuites>\n",
		"markdown":   "## autofix: nothing found\n",
		"rdjsonl":    "",
	} {
		format, _ := FormatNamed(name)
		nothing := NewFindings(artifact.New(artifact.Tool{Name: "autofix"}, ""), nil, func(string) []byte { return nil })
		got := rendered(t, func(w io.Writer) error { return format.Write(w, nothing, TextOptions{}) })
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// GitHub drops a job summary of more than 1 MiB.
func TestMarkdownIsBounded(t *testing.T) {
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	for i := range 20_000 {
		severity := fixedits.SeverityInfo
		if i == 19_999 {
			severity = fixedits.SeverityError
		}
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
			Rule: "a/b", Path: fmt.Sprintf("folder/%05d.txt", i), Severity: severity, Message: strings.Repeat("|", 200), Line: 1, Column: 1,
		})
	}
	text := rendered(t, func(w io.Writer) error {
		return Markdown(w, NewFindings(a, nil, func(string) []byte { return nil }), TextOptions{})
	})
	if len(text) > 1<<20 || len(text) < 1<<19 {
		t.Errorf("%d bytes", len(text))
	}
	if !strings.Contains(text, "files more are left out") || !strings.Contains(text, "folder/19999.txt") {
		t.Error("it must say that it is not whole, and start with the worst file")
	}
}
