package client

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/bazel/buildevents"
)

func TestReadCases(t *testing.T) {
	for _, row := range []struct {
		name, xml string
		want      []Case
		err       string
	}{
		{name: "empty", xml: ""},
		{name: "not XML", xml: "PASS\nok 1 - all\n"},
		{
			// As github.com/bazelbuild/rules_go/go/tools/bzltestutil writes it.
			name: "Go",
			xml: `<testsuites>
	<testsuite errors="0" failures="1" skipped="1" tests="4" time="0.003" name="pkg.go_test">
		<testcase classname="go_test" name="TestFine" time="0.001"></testcase>
		<testcase classname="go_test" name="TestTable/a_b" time="0.000">
			<failure message="Failed" type="">    x_test.go:12: got 1, want 2
</failure>
		</testcase>
		<testcase classname="go_test" name="TestLater" time="0.000">
			<skipped message="Skipped" type="">    x_test.go:20: no network
</skipped>
		</testcase>
		<testcase classname="go_test" name="TestPanic" time="0.000">
			<error message="No pass/skip/fail event found for test" type=""></error>
		</testcase>
	</testsuite>
</testsuites>`,
			want: []Case{
				{Class: "go_test", Name: "TestFine", Status: CasePassed},
				{Class: "go_test", Name: "TestTable/a_b", Status: CaseFailed, Message: "Failed\n    x_test.go:12: got 1, want 2"},
				{Class: "go_test", Name: "TestLater", Status: CaseSkipped},
				{Class: "go_test", Name: "TestPanic", Status: CaseFailed, Message: "No pass/skip/fail event found for test"},
			},
		},
		{
			name: "GoogleTest",
			xml: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" disabled="1" errors="0" time="0." timestamp="2026-01-01T00:00:00.000" name="AllTests">
  <testsuite name="Sum" tests="4" failures="1" disabled="1" skipped="1" errors="0" time="0.">
    <testcase name="Adds" file="sum_test.cc" line="3" status="run" result="completed" time="0." classname="Sum" />
    <testcase name="Wraps" status="run" result="completed" time="0." classname="Sum">
      <failure message="sum_test.cc:9&#x0A;Expected equality of these values:&#x0A;  1&#x0A;  2" type=""><![CDATA[sum_test.cc:9
Expected equality of these values:
  1
  2]]></failure>
      <failure message="a second one" type=""><![CDATA[a second one]]></failure>
    </testcase>
    <testcase name="DISABLED_Later" status="notrun" result="suppressed" time="0." classname="Sum" />
    <testcase name="Skips" status="run" result="skipped" time="0." classname="Sum">
      <skipped message="sum_test.cc:20&#x0A;no"><![CDATA[sum_test.cc:20
no]]></skipped>
      <properties><property name="key" value="1"/></properties>
    </testcase>
  </testsuite>
</testsuites>`,
			want: []Case{
				{Class: "Sum", Name: "Adds", Status: CasePassed},
				{Class: "Sum", Name: "Wraps", Status: CaseFailed, Message: "sum_test.cc:9\nExpected equality of these values:\n  1\n  2"},
				{Class: "Sum", Name: "DISABLED_Later", Status: CaseSkipped},
				{Class: "Sum", Name: "Skips", Status: CaseSkipped},
			},
		},
		{
			name: "pytest",
			xml: `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="2" tests="5" time="0.1">` +
				`<testcase classname="a.test_x" name="test_fine[1-é]" time="0.001" />` +
				`<testcase classname="a.test_x" name="test_bad" time="0.002"><failure message="assert 1 == 2">def test_bad():
&gt;       assert 1 == 2
E       assert 1 == 2

test_x.py:7: AssertionError</failure></testcase>` +
				`<testcase classname="a.test_x" name="test_setup"><error message="failed on setup with &quot;x&quot;">fixture</error></testcase>` +
				`<testcase classname="a.test_x" name="test_skip"><skipped type="pytest.skip" message="no">test_x.py:9: no</skipped></testcase>` +
				`<testcase classname="a.test_x" name="test_xfail"><skipped type="pytest.xfail" message="" /></testcase></testsuite></testsuites>`,
			want: []Case{
				{Class: "a.test_x", Name: "test_fine[1-é]", Status: CasePassed},
				{Class: "a.test_x", Name: "test_bad", Status: CaseFailed, Message: "def test_bad():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_x.py:7: AssertionError"},
				{Class: "a.test_x", Name: "test_setup", Status: CaseFailed, Message: "failed on setup with \"x\"\nfixture"},
				{Class: "a.test_x", Name: "test_skip", Status: CaseSkipped},
				{Class: "a.test_x", Name: "test_xfail", Status: CaseSkipped},
			},
		},
		{
			name: "Surefire: a case that passed when it was run again has passed",
			xml: `<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="a.FooTest" tests="3"><properties><property name="x" value="y"/></properties>
  <testcase name="adds" classname="a.FooTest" time="0.01"><system-out><![CDATA[noise]]></system-out></testcase>
  <testcase name="flaky" classname="a.FooTest" time="0.01"><flakyFailure message="once" type="E"><stackTrace>at a</stackTrace></flakyFailure></testcase>
  <testcase name="fails" classname="a.FooTest" time="0.01"><system-err>before</system-err>
    <failure message="expected:&lt;1&gt; but was:&lt;2&gt;" type="org.junit.ComparisonFailure"><![CDATA[org.junit.ComparisonFailure: expected:<1> but was:<2>
	at a.FooTest.fails(FooTest.java:9)]]></failure><rerunFailure message="again"/></testcase>
</testsuite>`,
			want: []Case{
				{Class: "a.FooTest", Name: "adds", Status: CasePassed},
				{Class: "a.FooTest", Name: "flaky", Status: CasePassed},
				{Class: "a.FooTest", Name: "fails", Status: CaseFailed, Message: "org.junit.ComparisonFailure: expected:<1> but was:<2>\n\tat a.FooTest.fails(FooTest.java:9)"},
			},
		},
		{
			name: "CTest",
			xml: `<testsuite name="x"><testcase name="a" classname="a" status="run"/><testcase name="b" classname="b" status="disabled"><skipped message="Disabled"/></testcase>` +
				`<testcase name="c" classname="c" status="fail"><failure message="Failed"/></testcase></testsuite>`,
			want: []Case{{"a", "a", CasePassed, ""}, {"b", "b", CaseSkipped, ""}, {"c", "c", CaseFailed, "Failed"}},
		},
		{
			name: "suites in suites",
			xml: `<testsuites><testsuite name="a"><testcase name="1"/><testsuite name="b"><testcase name="2"><error/></testcase><testsuite/></testsuite>` +
				`<testcase name="3"/></testsuite></testsuites>`,
			want: []Case{{"1", "", CasePassed, ""}, {"2", "", CaseFailed, ""}, {"3", "", CasePassed, ""}},
		},
		{
			name: "a failure stays one, whatever follows, and has elements",
			xml:  `<testcase name="a"><failure message="no"><b>bold</b> words</failure><skipped/><error>more</error></testcase>`,
			want: []Case{{"a", "", CaseFailed, "no\nbold words"}},
		},
		{
			name: "characters that XML does not have",
			xml:  "<testcase name=\"a\x1b[1m\"><failure>\x1b[31mred\x1b[0m \xff \x00</failure></testcase>",
			want: []Case{{"a\uFFFD[1m", "", CaseFailed, "\uFFFD[31mred\uFFFD[0m \uFFFD \uFFFD"}},
		},
		{
			name: "another encoding is read as UTF-8",
			xml:  `<?xml version="1.0" encoding="ISO-8859-1"?><testcase name="a"/>` + "<testcase name=\"caf\xe9\"/>",
			want: []Case{{"a", "", CasePassed, ""}, {"caf\uFFFD", "", CasePassed, ""}},
		},
		{
			name: "a test that was killed while it wrote",
			xml:  `<testsuites><testsuite><testcase name="a"/><testcase name="b"><failure mess`,
			want: []Case{{"a", "", CasePassed, ""}},
			err:  "XML syntax error on line 1: unexpected EOF",
		},
		{
			name: "a suite that is not closed",
			xml:  `<testsuites><testsuite><testcase name="a"/>`,
			want: []Case{{"a", "", CasePassed, ""}},
			err:  "XML syntax error on line 1: unexpected EOF",
		},
		{
			name: "a mistake in the middle",
			xml:  `<testsuite><testcase name="a"/><1></testsuite>`,
			want: []Case{{"a", "", CasePassed, ""}},
			err:  "XML syntax error on line 1: invalid XML name: 1",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := readCases(strings.NewReader(row.xml))
			if fmt.Sprint(err) != cmp.Or(row.err, fmt.Sprint(nil)) {
				t.Errorf("error %v, want %q", err, row.err)
			}
			if diff := gocmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestReadCasesOfAHugeFile(t *testing.T) {
	defer func(most int64) { mostXML = most }(mostXML)
	mostXML = 2 << 20
	const cases = 1000
	long := strings.Repeat("a line of output\n", 1<<12)
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "<testsuite>")
		for i := range cases {
			if _, err := fmt.Fprintf(w, "<testcase name=\"%d\"><failure>%d\n%send</failure><system-out>%s</system-out></testcase>", i, i, long[:1000*(i%3)], long); err != nil {
				return // it has read enough
			}
		}
		w.Close()
	}()
	got, err := readCases(r)
	r.Close()
	if err == nil || len(got) == 0 || len(got) >= cases {
		t.Fatalf("%d cases, error %v: more than %d bytes were read", len(got), err, mostXML)
	}
	for i, c := range got {
		if c.Name != fmt.Sprint(i) || len(c.Message) > 4096 || !strings.HasSuffix(c.Message, "end") {
			t.Fatalf("case %d: %+v", i, c)
		}
	}
}

func TestCasesOf(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) *buildevents.File {
		name := filepath.Join(dir, "test.xml")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return &buildevents.File{Name: "test.xml", URI: uriOf(name)}
	}
	for _, row := range []struct {
		label string
		file  *buildevents.File
		want  []Case
	}{
		{"//a:t", nil, nil},
		{"//a:t", &buildevents.File{URI: "bytestream://x"}, nil},
		{"//a:t", write(`<testcase name="A"/>`), []Case{{"A", "", CasePassed, ""}}},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="A"/><testcase`)}, []Case{{"A", "", CasePassed, ""}}},
		// Bazel's own.
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t" status="run"/>`)}, nil},
		{"//a/b:t/u", &buildevents.File{Contents: []byte(`<testcase name="a/b/t/u" status="run"/>`)}, nil},
		{"//:t", &buildevents.File{Contents: []byte(`<testcase name="t" status="run"><error message="exited with error code 2"/></testcase>`)}, nil},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t_shard_1/2" status="run"/>`)}, nil},
		// Not Bazel's.
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t" classname="x"/>`)}, []Case{{"a/t", "x", CasePassed, ""}}},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t2"/>`)}, []Case{{"a/t2", "", CasePassed, ""}}},
		{"//a:t", &buildevents.File{Contents: []byte(`<testcase name="a/t"/><testcase name="b"/>`)}, []Case{{"a/t", "", CasePassed, ""}, {"b", "", CasePassed, ""}}},
	} {
		if diff := gocmp.Diff(row.want, casesOf(row.file, row.label)); diff != "" {
			t.Errorf("%s, %v (-want +got):\n%s", row.label, row.file, diff)
		}
	}
}

func FuzzReadCases(f *testing.F) {
	f.Add([]byte(`<testsuites><testsuite name="a"><testcase name="1" classname="c"><failure message="m">text</failure></testcase></testsuite></testsuites>`))
	f.Add([]byte("<testcase status='notrun'><skipped/>\x1b</testcase><testcase><error><![CDATA[x]]></error>"))
	f.Add([]byte(`<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "b">]><testcase name="&a;&lt;&nope;"/>`))
	files, err := filepath.Glob("testdata/*/files/testlogs/*/*/*.xml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		cases, _ := readCases(strings.NewReader(string(text)))
		for i, c := range cases {
			if c.Status != CasePassed && c.Status != CaseFailed && c.Status != CaseSkipped || c.Message != "" && c.Status != CaseFailed {
				t.Errorf("case %d: %+v", i, c)
			}
			if !utf8.ValidString(c.Name) || !utf8.ValidString(c.Class) || !utf8.ValidString(c.Message) {
				t.Errorf("case %d: %q", i, c)
			}
		}
	})
}
