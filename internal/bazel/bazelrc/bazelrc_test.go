package bazelrc

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// textOf returns what Read found, a line each.
func textOf(rc *RC) string {
	var b strings.Builder
	for _, file := range rc.Files {
		fmt.Fprintf(&b, "%s\n", file)
	}
	for _, i := range rc.Imports {
		fmt.Fprintf(&b, "%s: import %s try=%v exists=%v\n", i.From, i.File, i.Try, i.Exists)
	}
	for _, f := range rc.Flags {
		fmt.Fprintf(&b, "%s: %s %s", f.From, f.Config, f)
		if f.Test {
			b.WriteString(" in tests")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"commands", "build --a\ncommon --b=1\nalways --c\ntest --d\nrun --e\nbuild\n--f\n", ".bazelrc:1:  --a\n.bazelrc:2:  --b=1\n.bazelrc:3:  --c\n.bazelrc:4:  --d in tests\n"},
		{"a configuration", "build:x --a --b=c=d\n", ".bazelrc:1: x --a\n.bazelrc:1: x --b=c=d\n"},
		{"comments", "# build --a\nbuild --a # --b\n  build --c#d\n", ".bazelrc:2:  --a\n.bazelrc:3:  --c\n"},
		{"values of their own", "build --a b --c --d e\n", ".bazelrc:1:  --a=b\n.bazelrc:1:  --c\n.bazelrc:1:  --d=e\n"},
		{"a word of no flag", "build x --a\n", ".bazelrc:1:  x\n.bazelrc:1:  --a\n"},
		{"quotes", `build "--a=b c" --d='e # "f"' --"g"=\"h\ i` + "\n", ".bazelrc:1:  --a=b c\n.bazelrc:1:  --d=e # \"f\"\n.bazelrc:1:  --g=\"h i\n"},
		{"an open quote", `build --a="b c` + "\n", ".bazelrc:1:  --a=b c\n"},
		{"an empty value", `build --a ""` + "\n", ".bazelrc:1:  --a\n"},
		{"continued lines", "build --a \\\n  --b \\\r\n --c\nbuild --d \\", ".bazelrc:1:  --a\n.bazelrc:1:  --b\n.bazelrc:1:  --c\n.bazelrc:4:  --d\n"},
		{"carriage returns", "build --a\r\nbuild --b\r\n", ".bazelrc:1:  --a\n.bazelrc:2:  --b\n"},
		{"an import", "build --a=1\nimport %workspace%/b.rc\nbuild --a=3\n", "b.rc\n.bazelrc:2: import b.rc try=false exists=true\n.bazelrc:1:  --a=1\nb.rc:1: x --b\n.bazelrc:3:  --a=3\n"},
		{"imports in quotes, twice", "try-import \"%workspace%/./b.rc\"\nimport '%workspace%/b.rc'\n", "b.rc\n.bazelrc:1: import b.rc try=true exists=true\n.bazelrc:2: import b.rc try=false exists=true\nb.rc:1: x --b\nb.rc:1: x --b\n"},
		{"missing imports", "import %workspace%/none\ntry-import %workspace%/no/ne\n", ".bazelrc:1: import none try=false exists=false\n.bazelrc:2: import no/ne try=true exists=false\n"},
		{"imports from elsewhere", "import /etc/b.rc\ntry-import ~/b.rc\nimport\nimport %workspace%/b.rc b\n", ""},
		{"itself", "import %workspace%/.bazelrc\nbuild --a\n", ".bazelrc:1: import .bazelrc try=false exists=true\n.bazelrc:2:  --a\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := map[string]string{FileName: row.text, "b.rc": "build:x --b\n"}
			rc, err := Read(func(file string) ([]byte, error) {
				text, ok := files[file]
				if !ok {
					return nil, fs.ErrNotExist
				}
				return []byte(text), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := textOf(rc), FileName+"\n"+row.want; got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestReadNothing(t *testing.T) {
	if rc, err := Read(func(string) ([]byte, error) { return nil, fs.ErrNotExist }); err != nil || textOf(rc) != "" {
		t.Errorf("got %s, %v", textOf(rc), err)
	}
}

func TestReadErrors(t *testing.T) {
	rc, err := Read(func(file string) ([]byte, error) {
		if file == FileName {
			return []byte("build --a\nimport %workspace%/b\nbuild --c\n"), nil
		}
		return nil, fs.ErrPermission
	})
	if e, ok := errors.AsType[*Error](err); !ok || e.File != "b" || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v", err)
	}
	if got := textOf(rc); got != ".bazelrc\nb\n.bazelrc:2: import b try=false exists=true\n.bazelrc:1:  --a\n" {
		t.Errorf("got %s", got)
	}
}

func TestFlags(t *testing.T) {
	for _, row := range []struct{ text, label, from, aspects string }{
		{"build --@rules_autofix//rules:config=//:a\nbuild:x --@@rules_autofix+//rules:config //:b\n", "//:b", ".bazelrc:2", ""},
		{"build --//rules:config=//:a\nbuild --rules:config=//:b --x//rules:config=c\ntest --//rules:config=//:d\n", "//:a", ".bazelrc:1", ""},
		{"build --aspects=//a:b.bzl%c,//d:e.bzl%f\nbuild:x --aspects '//g:h.bzl%i'\nbuild --no_aspects=x\ntest --aspects=@//a:b.bzl%j\n", "", "", "//a:b.bzl%c //d:e.bzl%f //g:h.bzl%i @//a:b.bzl%j"},
	} {
		rc, err := Read(func(string) ([]byte, error) { return []byte(row.text), nil })
		if err != nil {
			t.Fatal(err)
		}
		label, from := rc.ConfigOfChecks()
		if aspects := strings.Join(rc.Aspects(), " "); label != row.label || from != row.from || aspects != row.aspects {
			t.Errorf("%s: %s from %s, %s", row.text, label, from, aspects)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("build --a \\\n'b\nimport %workspace%/.bazelrc")
	f.Fuzz(func(t *testing.T, text string) {
		rc, err := Read(func(string) ([]byte, error) { return []byte(text), nil })
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range rc.Flags {
			if flag.File() == "" || flag.Name == "" && flag.Value == "" && !strings.ContainsAny(text, `"'=`) {
				t.Errorf("%+v", flag)
			}
		}
	})
}
