package adapters

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func openFiles() *Files {
	return OpenFiles(func(path string) ([]byte, error) {
		if text, ok := texts[path]; ok {
			return []byte(text), nil
		}
		if path == "locked" {
			return nil, fs.ErrPermission
		}
		return nil, fs.ErrNotExist
	}, "/work")
}

// Open files are given if they can be read; the first look at one fixes its
// snapshot.
func TestOpenFiles(t *testing.T) {
	files := openFiles()
	for name, want := range map[string]string{
		"app/c.txt":            "",
		"/work/app/a b.txt":    "",
		"gone.txt":             "gone.txt: the workspace has no such file",
		"/etc/passwd":          "/etc/passwd: not in the workspace",
		"../x":                 "../x: not in the workspace",
		"locked":               "locked: cannot be read: permission denied",
		"app":                  "app: the workspace has no such file",
		".":                    ".: not in the workspace",
		"/work/app/../app/../": "/work: not in the workspace",
	} {
		for range 2 { // the second time from memory
			_, err := files.Find(name, "")
			if got := errorText(err); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
	if diff := cmp.Diff(given()[1:], files.Given()); diff != "" {
		t.Errorf("given (-want +got):\n%s", diff)
	}
	if err := files.AddAbsent("new.txt"); err != nil {
		t.Error(err)
	}
	if err := files.AddAbsent("100%.txt"); err == nil {
		t.Error("a file that exists is absent")
	}
	if diff := cmp.Diff(given()[1:], files.Given()); diff != "" {
		t.Errorf("absent files are not given (-want +got):\n%s", diff)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestEvidence(t *testing.T) {
	const path = "app/a b.txt" // one\ntwo\n
	edit := func(start, end int) fixedits.Edit { return fixedits.Edit{Path: path, Start: start, End: end} }
	for _, test := range []struct {
		name  string
		holds func(f *Files)
		edits []fixedits.Edit
		want  Evidence
	}{
		{"nothing is held", func(*Files) {}, []fixedits.Edit{edit(0, 3)}, Silent},
		{"the text", func(f *Files) { f.Holds(path, 0, 3, []byte("one")) }, []fixedits.Edit{edit(0, 3)}, SameText},
		{"the lines around it, with CR LF", func(f *Files) { f.Holds(path, 0, 8, []byte("one\r\ntwo\r\n")) }, []fixedits.Edit{edit(1, 2), edit(5, 6)}, SameText},
		{"a part of it", func(f *Files) { f.Holds(path, 0, 3, []byte("one")) }, []fixedits.Edit{edit(0, 5)}, Silent},
		{"one of two", func(f *Files) { f.Holds(path, 0, 3, []byte("one")) }, []fixedits.Edit{edit(0, 3), edit(4, 7)}, Silent},
		{"another text", func(f *Files) { f.Holds(path, 0, 3, []byte("uno")) }, []fixedits.Edit{edit(2, 5)}, OtherText},
		{"another text elsewhere", func(f *Files) { f.Holds(path, 0, 1, []byte("u")) }, []fixedits.Edit{edit(4, 5)}, Silent},
		{"both", func(f *Files) { f.Holds(path, 0, 8, []byte("one\ntwo\n")); f.Holds(path, 4, 7, []byte("due")) }, []fixedits.Edit{edit(4, 5)}, OtherText},
		{"outside the file", func(f *Files) { f.Holds(path, 4, 99, []byte("due")) }, []fixedits.Edit{edit(4, 5)}, OtherText},
		{"the digest", func(f *Files) { f.HoldsDigest(path, fixedits.Digest([]byte(texts[path]))) }, []fixedits.Edit{edit(4, 5)}, SameText},
		{"another digest", func(f *Files) {
			f.HoldsDigest(path, fixedits.Digest([]byte("x")))
			f.HoldsDigest(path, fixedits.Digest([]byte(texts[path])))
		}, []fixedits.Edit{edit(4, 5)}, OtherText},
		{"the digest without a byte order mark", func(f *Files) { f.HoldsDigest("app/c.txt", fixedits.Digest([]byte(texts["app/c.txt"][3:]))) }, []fixedits.Edit{{Path: "app/c.txt"}}, SameText},
		{"a deletion of a file", func(f *Files) { f.Holds(path, 0, 3, []byte("one")) }, []fixedits.Edit{{Path: path, Kind: fixedits.EditDelete}}, Silent},
		{"a creation", func(*Files) {}, []fixedits.Edit{{Path: "new", Kind: fixedits.EditCreate}}, SameText},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := openFiles()
			test.holds(files)
			if got := files.Evidence(&fixedits.Fix{Edits: test.edits}); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
