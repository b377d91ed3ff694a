package adapters

import (
	"errors"
	"os"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// texts are the files of the tests.
var texts = map[string]string{"app/a b.txt": "one\ntwo\n", "app/c.txt": "\ufeffé=🙂x\n", "100%.txt": ""}

func given() []fixedits.Snapshot {
	var all []fixedits.Snapshot
	for _, path := range []string{"100%.txt", "app/a b.txt", "app/c.txt"} {
		all = append(all, fixedits.SnapshotOf(path, []byte(texts[path])))
	}
	return all
}

func testFiles() *Files {
	return NewFiles(given(), func(path string) ([]byte, error) { return []byte(texts[path]), nil }, "/work/link", "/real/root/")
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, dir string
		uri       bool
		want      string
		refused   Code
		path      string // of the refusal
	}{
		{name: "app/c.txt", want: "app/c.txt"},
		{name: "./app//c.txt", want: "app/c.txt"},
		{name: "c.txt", dir: "app", want: "app/c.txt"},
		{name: "../app/c.txt", dir: "lib", want: "app/c.txt"},
		{name: "/work/link/app/c.txt", dir: "app", want: "app/c.txt"},
		{name: "/real/root/app/../app/a b.txt", want: "app/a b.txt"},
		{name: "100%.txt", want: "100%.txt"},
		{name: "c.txt", refused: CodeNotGiven, path: "c.txt"},
		{name: "/real/root/lib/d.txt", refused: CodeNotGiven, path: "lib/d.txt"},
		{name: "/real/rooted/app/c.txt", refused: CodeNotGiven, path: "/real/rooted/app/c.txt"},
		{name: "/app/c.txt", refused: CodeNotGiven, path: "/app/c.txt"},
		{name: "../../etc/passwd", dir: "app", refused: CodeNotGiven, path: "../etc/passwd"},
		{name: "", refused: CodeInvalid},
		{name: "a\x00", refused: CodeInvalid},

		{name: "app/a%20b.txt", uri: true, want: "app/a b.txt"},
		{name: "c.txt", dir: "app", uri: true, want: "app/c.txt"},
		{name: "file:///work/link/app/a%20b.txt", uri: true, want: "app/a b.txt"},
		{name: "file://localhost/real/root/100%25.txt", uri: true, want: "100%.txt"},
		{name: "file://elsewhere/real/root/100%25.txt", uri: true, refused: CodeNotGiven, path: "file://elsewhere/real/root/100%25.txt"},
		{name: "https://example.com/app/c.txt", uri: true, refused: CodeNotGiven, path: "https://example.com/app/c.txt"},
		{name: "100%.txt", uri: true, refused: CodeInvalid, path: "100%.txt"},
		{name: "file:///C:/app/c.txt", uri: true, refused: CodeNotGiven, path: "C:/app/c.txt"},
	} {
		find := testFiles().Find
		if test.uri {
			find = testFiles().FindURI
		}
		got, err := find(test.name, test.dir)
		refusal, refused := errors.AsType[*Refusal](err)
		switch {
		case test.refused == "":
			if got != test.want || err != nil {
				t.Errorf("%q from %q: %q, %v; want %q", test.name, test.dir, got, err, test.want)
			}
		case !refused || refusal.Code != test.refused || refusal.Path != test.path || refusal.Index != -1:
			t.Errorf("%q from %q: %q, %#v; want %s of %q", test.name, test.dir, got, err, test.refused, test.path)
		}
	}
}

func TestFilesThatChange(t *testing.T) {
	for name, read := range map[string]func(string) ([]byte, error){
		"other bytes": func(string) ([]byte, error) { return []byte("ONE\ntwo\n"), nil },
		"gone":        func(string) ([]byte, error) { return nil, os.ErrNotExist },
	} {
		files := NewFiles(given(), read)
		_, err := files.Lines("app/a b.txt", position.LF)
		if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Code != CodeChanged || refusal.Path != "app/a b.txt" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := testFiles().Text("app/d.txt"); err == nil {
		t.Error("a file that was not given has a text")
	}
}
