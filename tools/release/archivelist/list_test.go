package archivelist

import (
	"strings"
	"testing"
)

func TestWhatIsNoArchive(t *testing.T) {
	for name, want := range map[string]string{
		"a.tar.gz": "a.tar.gz: gzip: invalid header",
		"a.zip":    "a.zip: zip: not a valid zip file",
	} {
		members, err := List(name, []byte("neither the one nor the other"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, error %v, want %q in it", name, members, err, want)
		}
	}
}
