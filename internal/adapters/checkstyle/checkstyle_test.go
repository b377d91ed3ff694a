package checkstyle

import (
	"encoding/xml"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// one returns the report with one error.
func one(file, attributes string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<checkstyle version="10.0">
  <file name="` + file + `">
    <error ` + attributes + `/>
  </file>
</checkstyle>
`
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "a module of Checkstyle",
			text:   "a\n éx\r\n",
			output: one("/work/A.java", `line="2" column="2" severity="warning" message="M &amp; &#x1F600;" source="com.puppycrawl.tools.checkstyle.checks.javadoc.JavadocMethodCheck"`),
			want:   []string{"A.java:3-3 warning checkstyle/JavadocMethod M & 😀"},
		},
		{
			name:   "after a character of several bytes, a column may be any of them",
			text:   "a\n x, é := 1\n",
			output: one("A.java", `line="2" column="6" message="M" source="revive/S"`),
			want:   []string{"A.java:2-2 error checkstyle/revive/S M"},
		},
		{
			name:   "before such a character it is certain",
			text:   "a\n x, é := 1\n",
			output: one("A.java", `line="2" column="5" message="M" source="revive/S"`),
			want:   []string{"A.java:6-6 error checkstyle/revive/S M"},
		},
		{
			name:   "a byte order mark",
			text:   "\ufeffab\n",
			output: one("A.java", `line="1" column="2" message="M" source="S"`),
			want:   []string{"A.java:0-0 error checkstyle/S M"},
		},
		{
			name:   "not UTF-8",
			text:   "ab\xe9c\n",
			output: one("A.java", `line="1" column="4" message="M" source="S"`),
			want:   []string{"A.java:0-0 error checkstyle/S M"},
		},
		{
			name:   "a tab is a column",
			text:   "\t\tab\n",
			output: one("A.java", `line="1" column="4" message="M" source="revive/S"`),
			want:   []string{"A.java:3-3 error checkstyle/revive/S M"},
		},
		{
			name:   "a tab of Checkstyle itself is several columns",
			text:   "\tabcdefghi\n",
			output: one("A.java", `line="1" column="9" message="M" source="com.puppycrawl.tools.checkstyle.checks.TCheck"`),
			want:   []string{"A.java:0-0 error checkstyle/T M"},
		},
		{
			name:   "the end of a line",
			text:   "ab\n",
			output: one("A.java", `line="1" column="3" message="M" source="S"`),
			want:   []string{"A.java:2-2 error checkstyle/S M"},
		},
		{
			name:   "the largest column",
			text:   "a\nb\n",
			output: one("A.java", `line="2" column="9223372036854775807" message="M" source="S"`),
			want:   []string{"A.java:2-2 error checkstyle/S M"},
		},
		{
			name:   "another tool",
			text:   "a\n",
			output: one("A.java", `line="1" column="1" severity="info" message="M" source="eslint.rules.no-var"`),
			want:   []string{"A.java:0-0 info checkstyle/eslint.rules.no-var M"},
		},
		{
			name:   "a whole file, without a source and a severity",
			text:   "a\n",
			output: one("A.java", `line="0" message="M"`),
			want:   []string{"A.java:0-0 error checkstyle/error M"},
		},
		{
			name:   "a column after the end of its line",
			text:   "\ta\nb\n",
			output: one("A.java", `line="1" column="9" message="M" source="S"`),
			want:   []string{"A.java:0-0 error checkstyle/S M"},
		},
		{
			name:   "two reports, an exception and an ignored error",
			text:   "a\n",
			output: `<checkstyle><file name="A.java"><exception>at x &lt; y</exception><error line="1" severity="ignore" message="M"/></file></checkstyle>` + "\n" + `<checkstyle><file name="A.java"><error line="1" message="N"/></file></checkstyle>`,
			want:   []string{"A.java:0-0 error checkstyle/error N"},
		},
		{
			name:    "a line that the file does not have",
			text:    "a\n",
			output:  one("A.java", `line="7" message="M" source="S"`),
			want:    []string{"A.java:2-2 error checkstyle/S M"},
			refused: []string{"place: result 1 (S): A.java: 7:1: no such place: the text has 2 lines"},
		},
		{
			name:    "a line that is no number",
			text:    "a\n",
			output:  one("A.java", `line="x" message="M" source="S"`),
			want:    []string{"A.java:0-0 error checkstyle/S M"},
			refused: []string{`invalid: result 1 (S): A.java: its line "x" is not a number`},
		},
		{
			name:   "no message",
			text:   "a\n",
			output: one("A.java", `line="1" source="S"`),
			want:   []string{"A.java:0-0 error checkstyle/S checkstyle/S"},
		},
		{
			name:    "a file that was not given",
			output:  one("B.java", `line="1" message="M" source="S"`),
			refused: []string{"not_given: result 1 (S): B.java: not among the files that the checker was given"},
		},
		{name: "nothing found", output: `<checkstyle version="4.3"></checkstyle>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"A.java": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"":                      "empty",
		"<!-- nothing -->":      "empty",
		"<testsuites/>":         "not a report of Checkstyle, but <testsuites>",
		"<checkstyle><file":     "at byte 17: XML syntax error on line 1: unexpected EOF",
		"<checkstyle>":          "at byte 12: XML syntax error on line 1: unexpected EOF",
		"<checkstyle/> and so":  "at byte 20: not XML: text outside of an element",
		"[]":                    "at byte 2: not XML: text outside of an element",
		"<checkstyle></file>":   "at byte 19: XML syntax error on line 1: element <checkstyle> closed by </file>",
		"<checkstyle>&x;</a>":   "at byte 15: XML syntax error on line 1: invalid character entity &x;",
		`<checkstyle a="1"b"/>`: "at byte 19: XML syntax error on line 1: attribute name without = in element",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("\ufeffa\r\n", one("A.java", `line="1" column="2" severity="warning" message="M" source="S"`))
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "A.java", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type file struct {
		Path   string    `xml:"name,attr"`
		Errors []finding `xml:"error"`
	}
	type report struct {
		XMLName xml.Name `xml:"checkstyle"`
		Files   []file   `xml:"file"`
	}
	adaptertest.FuzzModel(f, Adapter{}, "A.java", func(r *report) ([]byte, error) { return xml.Marshal(r) }, "com.puppycrawl.tools.checkstyle.checks.aCheck", "ignore", "info", "1", "2", "-1", "9223372036854775807", "99999999999999999999", "1.5")
}
