package testxml

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/transform"
)

// References are found wherever a buffer ends.
func TestReferences(t *testing.T) {
	const text, want = "a&#27;b&amp;&#x1b;&&#;&#x;&#1234567890123456789;c&#000000000027;&#65;&", "a\uFFFDb&amp;\uFFFD&&#;&#x;&#1234567890123456789;c\uFFFD&#65;&"
	for n := range 40 {
		pad := strings.Repeat("-", 4096-n) // the size of the buffers
		for _, r := range []io.Reader{strings.NewReader(pad + text), iotest.OneByteReader(strings.NewReader(pad + text))} {
			got, err := io.ReadAll(transform.NewReader(r, references{}))
			if err != nil || string(got) != pad+want {
				t.Fatalf("at %d: %v, %q", n, err, strings.TrimLeft(string(got), "-"))
			}
		}
	}
}
