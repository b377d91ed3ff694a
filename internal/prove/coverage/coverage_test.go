package coverage

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadLCOV(t *testing.T) {
	lines := Lines{"a.js": {1, 2, 4}, "src/b.py": {3}}
	for _, row := range []struct {
		name, text string
		want       Reached
		err        string
	}{
		{"reached, not, and not code", "TN:\nSF:a.js\nFN:1,f\nFNDA:1,f\nDA:1,7\nDA:2,0\nDA:3,1\nLF:3\nLH:2\nend_of_record\n", Reached{"a.js": {1: true, 2: false}}, ""},
		{"a checksum, and lines of Windows", "SF:a.js\r\nDA:1,0,8DXg7pfO2Kg1V8+WBeIPkw\r\nend_of_record\r\n", Reached{"a.js": {1: false}}, ""},
		{"a file twice: what one test reaches is reached", "SF:a.js\nDA:1,1\nDA:2,0\nend_of_record\nSF:a.js\nDA:1,0\nDA:2,0\nend_of_record\n", Reached{"a.js": {1: true, 2: false}}, ""},
		{"absolute, and above the folder", "SF:/tree/src/b.py\nDA:3,1\nend_of_record\nSF:src/../a.js\nDA:4,0\nend_of_record\n", Reached{"src/b.py": {3: true}, "a.js": {4: false}}, ""},
		{"files elsewhere", "SF:/etc/passwd\nDA:1,1\nend_of_record\nSF:../../a.js\nDA:1,1\nend_of_record\nSF:/tree/../a.js\nDA:1,1\nend_of_record\nSF:\nDA:1,1\nend_of_record\n", Reached{}, ""},
		{"nothing", "", Reached{}, ""},
		{"cut", "SF:a.js\nDA:1,1\n", nil, "line 2: the last file does not end"},
		{"a line of no file", "DA:1,1\n", nil, "line 1: a line is of no file"},
		{"an end of no file", "end_of_record\n", nil, "line 1: a file ends that did not start"},
		{"a file in a file", "SF:a.js\nSF:b.js\n", nil, "line 2: a file starts before the last one ended"},
		{"no number", "SF:a.js\nDA:x,1\nend_of_record\n", nil, "line 2: has no number of a line"},
		{"line 0", "SF:a.js\nDA:0,1\nend_of_record\n", nil, "line 2: has no number of a line"},
		{"a huge line", "SF:a.js\nDA:99999999999,1\nend_of_record\n", nil, "line 2: has no number of a line"},
		{"no count", "SF:a.js\nDA:1\nend_of_record\n", nil, "line 2: has no count"},
		{"a negative count", "SF:a.js\nDA:1,-1\nend_of_record\n", nil, "line 2: has no count"},
		{"a huge count", "SF:a.js\nDA:1,99999999999999999999999\nend_of_record\n", nil, "line 2: has no count"},
		{"the largest count", "SF:a.js\nDA:1,9223372036854775807\nend_of_record\n", Reached{"a.js": {1: true}}, ""},
		{"something else", "<html>\n", nil, "line 1: not a record of LCOV"},
		{"an unknown record", "SF:a.js\nXX:1\n", nil, "line 2: not a record of LCOV"},
		{"a long line", "SF:" + strings.Repeat("a", maxRecord) + "\n", nil, "line 1: too long"},
	} {
		got, err := ReadLCOV(strings.NewReader(row.text), func(name string) string { return lines.Local("/tree", "", name) }, lines)
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", row.name, diff)
		}
		if said := fmt.Sprint(err); row.err != "" && said != row.err || row.err == "" && err != nil {
			t.Errorf("%s: error %v, want %q", row.name, err, row.err)
		}
	}
}

// endless is a report that does not end.
type endless struct{ *bytes.Reader }

func (e endless) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if err == io.EOF {
		_, err = e.Seek(0, io.SeekStart)
	}
	return n, err
}

func TestReadLCOVOfAnySizeEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads as much as may be")
	}
	in := endless{bytes.NewReader([]byte("SF:a.js\n" + strings.Repeat("DA:1,1\n", 1000) + "end_of_record\n"))}
	_, err := ReadLCOV(bufio.NewReaderSize(in, 1<<20), func(string) string { return "" }, nil)
	if err == nil || !strings.Contains(err.Error(), "more than 67108864 bytes") {
		t.Error(err)
	}
}

func FuzzReadLCOV(f *testing.F) {
	f.Add("TN:\nSF:a.js\nDA:1,1,x\nBRDA:1,0,0,1\nend_of_record\n")
	f.Add("SF:../a.js\nDA:2,18446744073709551616\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines := Lines{"a.js": {1, 3}}
		got, err := ReadLCOV(strings.NewReader(text), func(name string) string { return lines.Local("/t", "", name) }, lines)
		if err != nil && got != nil {
			t.Errorf("%v and %v", got, err)
		}
		for name, of := range got {
			for line := range of {
				if name != "a.js" || line != 1 && line != 3 {
					t.Errorf("%s:%d was not asked for", name, line)
				}
			}
		}
	})
}

func TestReadGo(t *testing.T) {
	const text = `mode: set
example.com/m/sum.go:3.20,5.2 1 1
example.com/m/sum.go:6.20,9.2 2 0
example.com/m/sum.go:12.20,13.2 1 0
example.com/m/other/sum.go:3.20,90.2 1 1
example.com/m/a/x.go:1.1,2.2 1 1
example.com/n/b/x.go:1.1,2.2 1 1
`
	for _, row := range []struct {
		name  string
		lines Lines
		want  Reached
	}{
		{"reached, not reached, not code", Lines{"m/sum.go": {2, 4, 7, 12}}, Reached{"m/sum.go": {4: true, 7: false, 12: false}}},
		{"a folder tells two files apart", Lines{"other/sum.go": {4}}, Reached{"other/sum.go": {4: true}}},
		{"a file that two profiles may be of", Lines{"x.go": {1}}, Reached{}},
		{"no profile", Lines{"y.go": {1}}, Reached{}},
	} {
		got, err := ReadGo(strings.NewReader(text), row.lines)
		if diff := cmp.Diff(row.want, got); diff != "" || err != nil {
			t.Errorf("%s: error %v, -want +got:\n%s", row.name, err, diff)
		}
	}
	got, err := ReadGo(strings.NewReader("mode: set\n"), Lines{"sum.go": {4, 7}, "sum.py": {1}})
	if diff := cmp.Diff(Reached{"sum.go": {4: false, 7: false}}, got); diff != "" || err != nil {
		t.Errorf("a profile of nothing: error %v, -want +got:\n%s", err, diff)
	}
	if _, err := ReadGo(strings.NewReader("no profile"), nil); err == nil {
		t.Error("a malformed profile is no error")
	}
}

func TestReadTrace(t *testing.T) {
	const source = "def f(x):\n\tif x > 5:\n        return 9\n\n    return x + 1\n"
	lines := Lines{"p/m.py": {1, 2, 3, 4}}
	for _, row := range []struct {
		name, text string
		want       Reached
	}{
		{"reached, not reached, not code", "    1: def f(x):\n  123:         if x > 5:\n>>>>>>         return 9\n       \n    1:     return x + 1\n", Reached{"p/m.py": {1: true, 2: true, 3: false}}},
		{"another source", "    1: def g(x):\n    1:         if x > 5:\n>>>>>>         return 9\n       \n    1:     return x + 1\n", nil},
		{"a line more", "    1: def f(x):\n    1: def f(x):\n    1:         if x > 5:\n>>>>>>         return 9\n       \n    1:     return x + 1\n", nil},
		{"the source itself", source, nil},
		{"nothing", "", nil},
	} {
		got, err := ReadTrace([]byte(row.text), []byte(source), "p/m.py", lines)
		if diff := cmp.Diff(row.want, got); diff != "" || (err == nil) != (row.want != nil) {
			t.Errorf("%s: error %v, -want +got:\n%s", row.name, err, diff)
		}
	}
	if diff := cmp.Diff([]string{"a.b.m.cover", "b.m.cover", "m.cover"}, TraceNames("a/b/m.py")); diff != "" {
		t.Error(diff)
	}
}

func TestOfCode(t *testing.T) {
	const script = "// one\nf(`\nthree\n`); /* x\ny */\n\n}\n"
	for _, row := range []struct {
		name, text string
		want       []int
	}{
		{"a.js", script, []int{2, 3, 4, 7}},
		{"a.py", "# one\n\nx = '''\n'''\n", []int{3, 4}},
		{"a.txt", "# one\n", []int{1, 2, 3, 4, 5, 6, 7}},
	} {
		lines := []int{1, 2, 3, 4, 5, 6, 7}
		if diff := cmp.Diff(row.want, OfCode(row.name, []byte(row.text), lines)); diff != "" || len(lines) != 7 || lines[0] != 1 {
			t.Errorf("%s: -want +got:\n%s", row.name, diff)
		}
	}
}

func TestLocal(t *testing.T) {
	lines := Lines{"sub/a.js": {1}, "b.js": {1}}
	for _, row := range []struct{ folder, name, want string }{
		{"sub", "a.js", "sub/a.js"},
		{"sub", "b.js", "b.js"}, // from the root, as Bazel names it
		{"sub", "../b.js", "b.js"},
		{"", "sub/a.js", "sub/a.js"},
		{"sub", "/tree/sub/a.js", "sub/a.js"},
		{"", "/tree2/b.js", ""},
		{"", "/b.js", ""},
		{"", "/tree/../b.js", ""},
		{"sub", "../../b.js", ""},
		{"", "c.js", ""},
		{"", "", ""},
	} {
		if got := lines.Local("/tree", row.folder, row.name); got != row.want {
			t.Errorf("%s in %q: %q, want %q", row.name, row.folder, got, row.want)
		}
	}
}
