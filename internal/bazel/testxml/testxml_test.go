package testxml

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	for _, row := range []struct {
		name, xml string
		suite     string // of all cases
		want      []Case
		err       string
	}{
		{name: "empty", xml: ""},
		{name: "not XML", xml: "PASS\nok 1 - all\n"},
		{
			// As github.com/bazelbuild/rules_go/go/tools/bzltestutil writes it.
			name:  "Go",
			suite: "pkg.go_test",
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
				{Class: "go_test", Name: "TestFine", Status: Passed},
				{Class: "go_test", Name: "TestTable/a_b", Status: Failed, Message: "Failed\n    x_test.go:12: got 1, want 2"},
				{Class: "go_test", Name: "TestLater", Status: Skipped},
				{Class: "go_test", Name: "TestPanic", Status: Errored, Message: "No pass/skip/fail event found for test"},
			},
		},
		{
			name:  "GoogleTest",
			suite: "Sum",
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
				{Class: "Sum", Name: "Adds", File: "sum_test.cc", Status: Passed},
				{Class: "Sum", Name: "Wraps", Status: Failed, Message: "sum_test.cc:9\nExpected equality of these values:\n  1\n  2"},
				{Class: "Sum", Name: "DISABLED_Later", Status: Skipped},
				{Class: "Sum", Name: "Skips", Status: Skipped},
			},
		},
		{
			name:  "pytest",
			suite: "pytest",
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
				{Class: "a.test_x", Name: "test_fine[1-é]", Status: Passed},
				{Class: "a.test_x", Name: "test_bad", Status: Failed, Message: "def test_bad():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_x.py:7: AssertionError"},
				{Class: "a.test_x", Name: "test_setup", Status: Errored, Message: "failed on setup with \"x\"\nfixture"},
				{Class: "a.test_x", Name: "test_skip", Status: Skipped},
				{Class: "a.test_x", Name: "test_xfail", Status: Skipped},
			},
		},
		{
			name:  "Surefire: a case that passed when it was run again has passed",
			suite: "a.FooTest",
			xml: `<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="a.FooTest" tests="3"><properties><property name="x" value="y"/></properties>
  <testcase name="adds" classname="a.FooTest" time="0.01"><system-out><![CDATA[noise]]></system-out></testcase>
  <testcase name="flaky" classname="a.FooTest" time="0.01"><flakyFailure message="once" type="E"><stackTrace>at a</stackTrace></flakyFailure></testcase>
  <testcase name="fails" classname="a.FooTest" time="0.01"><system-err>before</system-err>
    <failure message="expected:&lt;1&gt; but was:&lt;2&gt;" type="org.junit.ComparisonFailure"><![CDATA[org.junit.ComparisonFailure: expected:<1> but was:<2>
	at a.FooTest.fails(FooTest.java:9)]]></failure><rerunFailure message="again"/></testcase>
</testsuite>`,
			want: []Case{
				{Class: "a.FooTest", Name: "adds", Status: Passed},
				{Class: "a.FooTest", Name: "flaky", Status: Passed, Flaky: true},
				{Class: "a.FooTest", Name: "fails", Status: Failed, Message: "org.junit.ComparisonFailure: expected:<1> but was:<2>\n\tat a.FooTest.fails(FooTest.java:9)"},
			},
		},
		{
			name:  "CTest",
			suite: "x",
			xml: `<testsuite name="x"><testcase name="a" classname="a" status="run"/><testcase name="b" classname="b" status="disabled"><skipped message="Disabled"/></testcase>` +
				`<testcase name="c" classname="c" status="fail"><failure message="Failed"/></testcase></testsuite>`,
			want: []Case{{Name: "a", Class: "a", Status: Passed}, {Name: "b", Class: "b", Status: Skipped}, {Name: "c", Class: "c", Status: Failed, Message: "Failed"}},
		},
		{
			name: "suites in suites",
			xml: `<testsuites><testsuite name="a"><testcase name="1"/><testsuite name="b"><testcase name="2"><error/></testcase><testsuite/></testsuite>` +
				`<testcase name="3"/></testsuite></testsuites>`,
			want: []Case{{Name: "1", Suites: []string{"a"}, Status: Passed}, {Name: "2", Suites: []string{"a", "b"}, Status: Errored}, {Name: "3", Suites: []string{"a"}, Status: Passed}},
		},
		{
			name: "a failure stays one, whatever follows, and has elements",
			xml:  `<testcase name="a"><failure message="no"><b>bold</b> words</failure><skipped/><error>more</error></testcase>`,
			want: []Case{{Name: "a", Status: Failed, Message: "no\nbold words"}},
		},
		{
			name: "characters that XML does not have",
			xml:  "<testcase name=\"a\x1b[1m\"><failure>\x1b[31mred\x1b[0m \xff \x00</failure></testcase>",
			want: []Case{{Name: "a\uFFFD[1m", Status: Failed, Message: "\uFFFD[31mred\uFFFD[0m \uFFFD \uFFFD"}},
		},
		{
			name: "references to characters that XML does not have",
			xml:  `<testcase name="a&#27;[1m&#x1B;&#xA;&#x1F600;&#0000;&#xD800;&#99999999999;"><failure>&#27;red&#27; &amp; &nope; &#27</failure></testcase>`,
			want: []Case{{Name: "a\uFFFD[1m\uFFFD\n😀\uFFFD\uFFFD&#99999999999;", Status: Failed, Message: "\uFFFDred\uFFFD & &nope; &#27"}},
		},
		{
			name: "what is to be done does not fail, as node --test has it",
			xml: `<testcase name="a"><skipped type="todo" message="true"/><failure type="testCodeFailure" message="x"/></testcase>` +
				`<testcase name="b"><skipped type="skipped"/></testcase>`,
			want: []Case{{Name: "a", Status: Skipped}, {Name: "b", Status: Skipped}},
		},
		{
			name: "files",
			xml:  `<testsuites><testsuite name="s" file="s.js"><testcase name="a"/><testcase name="b" file="b.js"/></testsuite><testcase name="c"/></testsuites>`,
			want: []Case{
				{Name: "a", File: "s.js", Suites: []string{"s"}, Status: Passed},
				{Name: "b", File: "b.js", Suites: []string{"s"}, Status: Passed},
				{Name: "c", Status: Passed},
			},
		},
		{
			name: "entities are not expanded",
			xml: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>` +
				`<testcase name="&b;"><failure>&f;</failure></testcase>`,
			want: []Case{{Name: "&b;", Status: Failed, Message: "&f;"}},
		},
		{
			name: "a deep file",
			xml:  `<testcase name="a"/>` + strings.Repeat("<testsuite>", 300) + `<testcase name="b"/>`,
			want: []Case{{Name: "a", Status: Passed}},
			err:  "more than 200 elements within each other",
		},
		{
			name: "a deep case",
			xml:  `<testcase name="a"><properties>` + strings.Repeat("<x>", 300),
			err:  "more than 200 elements within each other",
		},
		{
			name: "another encoding is read as UTF-8",
			xml:  `<?xml version="1.0" encoding="ISO-8859-1"?><testcase name="a"/>` + "<testcase name=\"caf\xe9\"/>",
			want: []Case{{Name: "a", Status: Passed}, {Name: "caf\uFFFD", Status: Passed}},
		},
		{
			name: "a test that was killed while it wrote",
			xml:  `<testsuites><testsuite><testcase name="a"/><testcase name="b"><failure mess`,
			want: []Case{{Name: "a", Status: Passed}},
			err:  "XML syntax error on line 1: unexpected EOF",
		},
		{
			name: "a suite that is not closed",
			xml:  `<testsuites><testsuite><testcase name="a"/>`,
			want: []Case{{Name: "a", Status: Passed}},
			err:  "XML syntax error on line 1: unexpected EOF",
		},
		{
			name: "a mistake in the middle",
			xml:  `<testsuite><testcase name="a"/><1></testsuite>`,
			want: []Case{{Name: "a", Status: Passed}},
			err:  "XML syntax error on line 1: invalid XML name: 1",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(row.xml))
			if fmt.Sprint(err) != cmp.Or(row.err, fmt.Sprint(nil)) {
				t.Errorf("error %v, want %q", err, row.err)
			}
			for i := range row.want {
				if row.suite != "" {
					row.want[i].Suites = []string{row.suite}
				}
			}
			if diff := gocmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestReadOfAHugeFile(t *testing.T) {
	defer func(most int64) { mostBytes = most }(mostBytes)
	mostBytes = 2 << 20
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
	got, err := Read(r)
	r.Close()
	if err == nil || len(got) == 0 || len(got) >= cases {
		t.Fatalf("%d cases, error %v: more than %d bytes were read", len(got), err, mostBytes)
	}
	for i, c := range got {
		if c.Name != fmt.Sprint(i) || len(c.Message) > 4096 || !strings.HasSuffix(c.Message, "end") {
			t.Fatalf("case %d: %+v", i, c)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`<testsuites><testsuite name="a"><testcase name="1" classname="c"><failure message="m">text</failure></testcase></testsuite></testsuites>`))
	f.Add([]byte("<testcase status='notrun'><skipped/>\x1b</testcase><testcase><error><![CDATA[x]]></error>"))
	f.Add([]byte(`<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "b">]><testcase name="&a;&lt;&nope;"/>`))
	f.Add([]byte(`<testsuites><testsuite tests="1"><testcase name="a&#27;b&#x41;" file="f"><skipped type="todo"/><flakyFailure/></testcase>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		cases, _ := Read(strings.NewReader(string(text)))
		for i, c := range cases {
			if c.Message != "" && !c.Status.Red() {
				t.Errorf("case %d: %+v", i, c)
			}
			for _, text := range append(c.Suites, c.Name, c.Class, c.File, c.Message) {
				if !utf8.ValidString(text) {
					t.Errorf("case %d: %q", i, text)
				}
			}
		}
	})
}
