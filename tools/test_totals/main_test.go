package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// xmlFile writes a JUnit file and returns its URI.
func xmlFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.xml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// resultEvent is the build event of one run of a test.
func resultEvent(label, status, uri string) string {
	return `{"id":{"testResult":{"label":"` + label + `","run":1,"shard":1}},"testResult":{"status":"` + status +
		`","testActionOutput":[{"name":"test.log","uri":"file:///no"},{"name":"test.xml","uri":"` + uri + `"}]}}` + "\n"
}

func configuredEvent(label, size string) string {
	return `{"id":{"targetConfigured":{"label":"` + label + `"}},"configured":{"targetKind":"x rule","testSize":"` + size + `"}}` + "\n"
}

const (
	passing = `<testsuites><testsuite><testcase name="A"></testcase><testcase name="A/b"/></testsuite></testsuites>`
	failing = `<testsuites><testsuite><testcase name="A"><failure message="x">y</failure></testcase><testcase name="B"/>` +
		`<testcase name="C"><skipped/></testcase><testcase name="D"><error/></testcase></testsuite></testsuites>`
)

func TestCount(t *testing.T) {
	for _, row := range []struct {
		rule, flag, text string
		stdout, stderr   string
	}{
		{"no test, no count", "-bazel", `{"id":{"started":{}},"started":{}}`, "0 0 0\n", ""},
		{
			"a test's cases, subtests too", "-bazel",
			resultEvent("//a", "PASSED", xmlFile(t, passing)),
			"2 0 0\n", "",
		},
		{
			"failures and errors fail, and skipped cases count apart", "-bazel",
			resultEvent("//a", "FAILED", xmlFile(t, failing)),
			"1 2 1\n", "failed: //a: A\nfailed: //a: D\n",
		},
		{
			"the last attempt counts", "-bazel",
			resultEvent("//a", "FAILED", xmlFile(t, failing)) + resultEvent("//a", "PASSED", xmlFile(t, passing)),
			"2 0 0\n", "",
		},
		{
			"a suite at the top", "-bazel",
			resultEvent("//a", "PASSED", xmlFile(t, `<testsuite><testcase name="A"/></testsuite>`)),
			"1 0 0\n", "",
		},
		{
			"a test that was killed fails, whatever it had passed", "-bazel",
			resultEvent("//a", "TIMEOUT", xmlFile(t, passing)),
			"2 1 0\n", "failed: //a: TIMEOUT\n",
		},
		{
			"a test that was not built fails", "-bazel",
			configuredEvent("//a", "MEDIUM") + configuredEvent("//b", "SMALL") + configuredEvent("//lib", "") +
				resultEvent("//b", "PASSED", xmlFile(t, passing)),
			"2 1 0\n", "failed: //a: did not run\n",
		},
		{
			"tests and subtests of go test", "-go",
			`{"Action":"run","Package":"p","Test":"A"}
{"Action":"pass","Package":"p","Test":"A/b"}
{"Action":"pass","Package":"p","Test":"A"}
{"Action":"skip","Package":"p","Test":"S"}
{"Action":"fail","Package":"p","Test":"F"}
{"Action":"fail","Package":"p"}`,
			"2 1 1\n", "failed: p: F\n",
		},
		{"a package that does not build fails", "-go", `{"Action":"fail","Package":"p"}`, "0 1 0\n", "failed: p\n"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "events")
			if err := os.WriteFile(path, []byte(row.text), 0o644); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			if err := run([]string{row.flag, path}, &stdout, &stderr); err != nil {
				t.Fatal(err)
			}
			if stdout.String() != row.stdout || stderr.String() != row.stderr {
				t.Errorf("got %q, %q; want %q, %q", stdout.String(), stderr.String(), row.stdout, row.stderr)
			}
		})
	}
}

func TestBadInputIsNoCount(t *testing.T) {
	for _, row := range []struct{ rule, flag, text, want string }{
		{"a cut build event", "-bazel", `{"id":{"testR`, "build event: unexpected EOF"},
		{"a cut test event", "-go", `{"Action":"pa`, "test event: unexpected EOF"},
		{"a test.xml elsewhere", "-bazel", resultEvent("//a", "PASSED", "bytestream://x/y"), "//a: test.xml is not a local file: bytestream://x/y"},
		{"a test.xml that is gone", "-bazel", resultEvent("//a", "PASSED", "file:///none/test.xml"), "//a: open /none/test.xml: no such file"},
		{"a test.xml that does not parse", "-bazel", resultEvent("//a", "PASSED", xmlFile(t, "<testsuites>")), "//a: "},
	} {
		t.Run(row.rule, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "events")
			if err := os.WriteFile(path, []byte(row.text), 0o644); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			err := run([]string{row.flag, path}, &stdout, &stderr)
			if err == nil || !strings.Contains(err.Error(), row.want) || stdout.Len() != 0 {
				t.Errorf("got error %v and %q, want %q in the error, and no count", err, stdout.String(), row.want)
			}
		})
	}
}
