package shell

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// sameDiffers holds Differs to Format.
func sameDiffers(t *testing.T, l *language, src []byte) {
	t.Helper()
	once, wantErr := l.Format("a.sh", src)
	differs, err := l.Differs("a.sh", src)
	if fmt.Sprint(err) != fmt.Sprint(wantErr) || differs != (wantErr == nil && !bytes.Equal(once, src)) {
		t.Errorf("Differs of %.100q is %t, %v; Format makes %.100q, %v", src, differs, err, once, wantErr)
	}
}

func TestDiffers(t *testing.T) {
	long := strings.Repeat("a b\n", 5000)
	for _, src := range []string{
		"", "a\n", "a", "a\n\n", " a\n", "a  b\n", "if\n", "a # b\nccc # d\n", "a  # b\nccc # d\n",
		long, long + "c", " " + long, long + "c  d\n" + long, long + "if\n",
	} {
		sameDiffers(t, bash(t, Options{}), []byte(src))
	}
}

func FuzzDiffers(f *testing.F) {
	for _, test := range again {
		f.Add([]byte(test.src))
	}
	l := bash(f, Options{Simplify: true})
	f.Fuzz(func(t *testing.T, src []byte) {
		defer func() { _ = recover() }() // an upstream crash, which the guard reports
		if bytes.IndexByte(src, '\r') < 0 && bytes.IndexByte(src, 0) < 0 {
			sameDiffers(t, l, src)
		}
	})
}
