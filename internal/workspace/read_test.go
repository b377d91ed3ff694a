package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	w, _ := linked(t)
	for path, want := range map[string]string{
		"a.txt":            "a",
		"./sub//b.txt":     "b",
		"to-to-a":          "a",
		"to-sub/deep/back": "b",
		"absolute":         "b",
		"..dots":           "dots",
	} {
		if got, err := w.Read(path); err != nil || string(got) != want {
			t.Errorf("Read(%q) = %q, %v, want %q", path, got, err, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	w, base := linked(t)
	for _, row := range []struct {
		path string
		is   error
		why  string
	}{
		{"none", fs.ErrNotExist, "none: cannot read it: file does not exist"},
		{"sub/none/x", fs.ErrNotExist, "sub/none/x: cannot read it"},
		{"dangling", fs.ErrNotExist, "dangling: cannot read it"},
		{"sub", nil, "sub: cannot read it: it is a folder, not a regular file"},
		{".", nil, ".: cannot read it: it is a folder"},
		{"to-sub", nil, "to-sub: cannot read it: it is a folder"},
		{"../outside/secret", ErrOutside, `it has ".."`},
		{filepath.Join(base, "outside/secret"), ErrOutside, "it is absolute"},
		{"out", ErrOutside, "a link in it leads above the root"},
		{"out-folder/secret", ErrOutside, "a link in it leads above the root"},
		{"out-absolute", ErrOutside, "leads to"},
	} {
		got, err := w.Read(row.path)
		if err == nil {
			t.Errorf("Read(%q) = %q, want an error", row.path, got)
			continue
		}
		wantError(t, err, row.why)
		if row.is != nil && !errors.Is(err, row.is) {
			t.Errorf("Read(%q): %v is no %v", row.path, err, row.is)
		}
	}
}

func TestReadWithoutOpenat2(t *testing.T) {
	withoutOpenat2(t)
	TestRead(t)
	TestReadRefuses(t)
}

func TestReadKeepsEveryByte(t *testing.T) {
	texts := map[string]string{
		"empty":                   "",
		"nul":                     "a\x00b",
		"crlf and a mark":         "\xef\xbb\xbfa\r\nb",
		"new\nline":               "1",
		"tab\tquote\"back\\slash": "2",
		"not utf8 \xff\xfe":       "3\xff",
		"long":                    strings.Repeat("0123456789", 100_000),
	}
	w := open(t, texts)
	for name, want := range texts {
		if got, err := w.Read(name); err != nil || string(got) != want {
			t.Errorf("Read(%q) = %d bytes, %v, want %d", name, len(got), err, len(want))
		}
	}
}

// A file that is too large is not read: this one is larger than the memory of
// the machine.
func TestReadRefusesLargeFiles(t *testing.T) {
	root := t.TempDir()
	for name, size := range map[string]int64{"huge": 20 << 30, "large": MaxSize + 1, "most": MaxSize} {
		file, err := os.Create(filepath.Join(root, name))
		if err == nil {
			err = errors.Join(file.Truncate(size), file.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("huge", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	w, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	declared := OpenDeclared(root)
	for _, name := range []string{"huge", "large", "link"} {
		for kind, read := range map[string]func(string) ([]byte, error){"workspace": w.Read, "declared": declared.Read} {
			_, err := read(name)
			if tooLarge, ok := errors.AsType[*SizeError](err); !ok || tooLarge.Reason() != "larger than 16 MiB" {
				t.Errorf("%s %s: %v", kind, name, err)
			}
		}
		if head, err := declared.Head(name, 5); err != nil || len(head) != 5 {
			t.Errorf("%s: a head of %d bytes, %v", name, len(head), err)
		}
	}
	if content, err := w.Read("most"); err != nil || len(content) != MaxSize {
		t.Errorf("%d bytes, %v", len(content), err)
	}
	if content, err := w.ReadAny("large"); err != nil || len(content) != MaxSize+1 {
		t.Errorf("%d bytes, %v", len(content), err)
	}
}

func TestHead(t *testing.T) {
	w := open(t, map[string]string{"ten": "0123456789", "empty": ""})
	for _, row := range []struct {
		path  string
		limit int
		want  string
	}{
		{"ten", 4, "0123"},
		{"ten", 10, "0123456789"},
		{"ten", 11, "0123456789"},
		{"ten", 0, ""},
		{"empty", 4, ""},
	} {
		if got, err := w.Head(row.path, row.limit); err != nil || string(got) != row.want {
			t.Errorf("Head(%q, %d) = %q, %v, want %q", row.path, row.limit, got, err, row.want)
		}
	}
	if _, err := w.Head("none", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Head of a file that is not there: %v", err)
	}
}

func TestReadSizedDoesNotTrustTheSize(t *testing.T) {
	want := strings.Repeat("x", 3000)
	for _, size := range []int{0, 1, 2999, 3000, 3001, 9000} {
		for _, r := range []*strings.Reader{strings.NewReader(want)} {
			got, err := readSized(iotest.OneByteReader(r), size)
			if err != nil || string(got) != want {
				t.Errorf("size %d: %d bytes, %v", size, len(got), err)
			}
		}
	}
	if _, err := readSized(iotest.ErrReader(errors.New("broken")), 10); err == nil || err.Error() != "broken" {
		t.Errorf("error %v, want broken", err)
	}
}

func TestDeclaredFollowsLinksOutOfTheRoot(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{
		"store/1":           "one",
		"tree/x/y":          "y",
		"exec/app/main.go":  "-> ../../store/1",
		"exec/app/gen":      "-> ../../tree",
		"exec/app/own":      "own",
		"exec/app/dangling": "-> ../../store/none",
	})
	check(t, os.Chmod(filepath.Join(base, "store/1"), 0o444))
	d := OpenDeclared(filepath.Join(base, "exec"))
	for path, want := range map[string]string{
		"app/main.go": "one", "./app/own": "own", "app/gen/x/y": "y",
	} {
		if got, err := d.Read(path); err != nil || string(got) != want {
			t.Errorf("Read(%q) = %q, %v, want %q", path, got, err, want)
		}
	}
	for path, why := range map[string]string{
		"app/none":                          "app/none: not among the action's inputs: declare it",
		"app/dangling":                      "app/dangling: not among the action's inputs",
		"app":                               "app: cannot read it: it is a folder",
		"../store/1":                        `it has ".."`,
		filepath.Join(base, "exec/app/own"): "it is absolute",
	} {
		_, err := d.Read(path)
		wantError(t, err, why)
	}
	if got, err := d.Canonical("./app//own"); err != nil || got != "app/own" {
		t.Errorf("Canonical = %q, %v", got, err)
	}
}

func TestDeclaredList(t *testing.T) {
	base := t.TempDir()
	plant(t, base, map[string]string{
		"store/1":          "one",
		"exec/.git/config": "",
		"exec/c/.hg/x":     "",
		"exec/c/.sl/x":     "",
		"exec/.jj/x":       "",
		"exec/e2e/.git":    "",
		"exec/bazel-out/x": "",
		"exec/b/2":         "",
		"exec/b/1":         "-> ../../store/1",
		"exec/a":           "-> ../store/1",
		"exec/ring":        "-> ring",
		"exec/linked":      "-> ../store",
	})
	d := OpenDeclared(filepath.Join(base, "exec"))
	files, folders, err := d.List([]string{
		"b", "a", "b/2", "./b//2", ".git", ".git/config", "c/.hg/x", "c/.sl/x", ".jj/x", "e2e/.git", "bazel-out/x", "bazel-out", "linked", "b/",
	})
	if want := "a b/2"; err != nil || strings.Join(files, " ") != want {
		t.Errorf("files are %q, %v, want %q", files, err, want)
	}
	if want := "b linked"; strings.Join(folders, " ") != want {
		t.Errorf("folders are %q, want %q", folders, want)
	}
	_, _, err = d.List([]string{"none"})
	wantError(t, err, "none: not among the action's inputs")
	_, _, err = d.List([]string{"ring"})
	wantError(t, err, "ring", "cannot look it up: too many levels of symbolic links")
}
