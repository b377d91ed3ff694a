package buildevents

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const last = `{"id":{"buildToolLogs":{}},"lastMessage":true,"buildToolLogs":{}}`

// labels reads events and returns the labels of completed targets.
func labels(r io.Reader, skip func([]byte) bool) ([]string, error) {
	var got []string
	err := Read(r, skip, func(e *Event) {
		if e.ID.TargetCompleted != nil {
			got = append(got, e.ID.TargetCompleted.Label)
		}
	})
	return got, err
}

func completed(label string) string {
	return `{"id":{"targetCompleted":{"label":"` + label + `"}},"completed":{"success":true}}` + "\n"
}

func TestRead(t *testing.T) {
	long := "//" + strings.Repeat("x", 1<<17)
	for _, row := range []struct {
		name, text string
		want       []string
		err        string
	}{
		{name: "the last event alone", text: last},
		{name: "with a newline at the end", text: completed("//a") + last + "\n", want: []string{"//a"}},
		{name: "empty lines", text: "\n" + completed("//a") + "\n\n" + last + "\n\n", want: []string{"//a"}},
		{name: "a line that is longer than any buffer", text: completed(long) + last, want: []string{long}},
		{name: "the last event is not at the end", text: last + "\n" + completed("//a"), want: []string{"//a"}},
		{name: "its mark in a message is none", text: `{"id":{"progress":{}},"progress":{"stderr":"\"lastMessage\":true"}}` + "\n", err: ErrTruncated.Error()},
		{name: "nothing", err: ErrTruncated.Error()},
		{name: "no last event", text: completed("//a"), want: []string{"//a"}, err: ErrTruncated.Error()},
		{name: "cut off", text: completed("//a") + last[:20], want: []string{"//a"}, err: ErrTruncated.Error()},
		{name: "malformed", text: completed("//a") + "{]\n" + last, want: []string{"//a"}, err: "line 2: invalid character ']' looking for beginning of object key string"},
		{name: "of another type", text: `{"id":{"pattern":7}}` + "\n" + last, err: "line 1: json: cannot unmarshal number into Go struct field ID.id.pattern of type buildevents.PatternID"},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(row.text), iotest.HalfReader(strings.NewReader(row.text))} {
				got, err := labels(r, nil)
				if diff := cmp.Diff(row.want, got); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				if (err == nil) != (row.err == "") || err != nil && err.Error() != row.err {
					t.Errorf("error %v, want %q", err, row.err)
				}
			}
		})
	}
}

func TestReadSkips(t *testing.T) {
	got, err := labels(strings.NewReader(completed("//a")+"not JSON, //b\n"+completed("//b")+last), func(line []byte) bool { return strings.Contains(string(line), "//b") })
	if diff := cmp.Diff([]string{"//a"}, got); diff != "" || err != nil {
		t.Errorf("error %v, -want +got:\n%s", err, diff)
	}
}

func TestReadFails(t *testing.T) {
	broken := errors.New("broken disk")
	r := io.MultiReader(strings.NewReader(completed("//a")), iotest.ErrReader(broken))
	if got, err := labels(r, nil); !errors.Is(err, broken) || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestPath(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b%20c/%C3%A9": "/a/b c/é",
		"file:///C:/a/b":         "C:/a/b",
		"file:///":               "/",
	} {
		f := File{Name: "x", URI: uri}
		if got, err := f.Path(); err != nil || filepath.ToSlash(got) != want {
			t.Errorf("%s: %q, %v", uri, got, err)
		}
	}
	for uri, want := range map[string]string{
		"bytestream://cache/blobs/1": "file x is not on this machine but at bytestream://cache/blobs/1",
		"file:///%zz":                `file x: parse "file:///%zz": invalid URL escape "%zz"`,
	} {
		f := File{Name: "x", URI: uri}
		if got, err := f.Path(); err == nil || err.Error() != want {
			t.Errorf("%s: %q, %v", uri, got, err)
		}
	}
}

func TestOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	uri := func(path string) string {
		if path = filepath.ToSlash(path); runtime.GOOS == "windows" {
			path = "/" + path
		}
		return "file://" + path
	}
	for _, f := range []File{{Name: "x", URI: uri(name)}, {Name: "x", Contents: []byte("text")}} {
		in, size, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(in); string(text) != "text" || size != 4 || err != nil {
			t.Errorf("%q, %d bytes, %v", text, size, err)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, f := range []File{{URI: uri(name + "2")}, {URI: uri(filepath.Dir(name))}, {URI: "https://example.com"}} {
		if _, _, err := f.Open(); err == nil {
			t.Errorf("%s: no error", f.URI)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(completed("//a") + last)
	f.Add("\n{}\n" + last + "\n{\"aborted\":null}")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := labels(strings.NewReader(text), nil)
		again, sameErr := labels(iotest.OneByteReader(strings.NewReader(text)), nil)
		if diff := cmp.Diff(got, again); diff != "" || (err == nil) != (sameErr == nil) {
			t.Errorf("errors %v, %v, -at once +byte by byte:\n%s", err, sameErr, diff)
		}
		if err == nil && !strings.Contains(text, `"lastMessage":true`) {
			t.Error("no last event, and no error")
		}
	})
}
