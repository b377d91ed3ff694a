package contextsummary

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// manifests are the manifests of a summary, with their total size in bytes.
type manifests struct {
	source pipeline.Source
	size   int
}

// add writes the text of a manifest. After an error, it has written nothing.
func (m *manifests) add(b *strings.Builder, shown, name string) error {
	text, err := m.source.Head(name, MaxManifest+1)
	if err != nil {
		return fmt.Errorf("the manifest %s: %w", name, err)
	}
	fmt.Fprintf(b, "\n%s:\n", printable(shown))
	text = bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	switch {
	case len(text) > MaxManifest || m.size+len(text) > MaxManifests:
		b.WriteString("(too large)\n")
		return nil
	case !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0:
		b.WriteString("(not text)\n")
		return nil
	}
	m.size += len(text)
	b.Write(text)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		b.WriteByte('\n')
	}
	return nil
}
