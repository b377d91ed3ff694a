package pipeline

import (
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// changing is a source that can change.
type changing map[string]string

func (changing) Canonical(path string) (string, error) { return path, nil }

func (c changing) Read(path string) ([]byte, error) { return oneFile{path, []byte(c[path])}.Read(path) }

func (c changing) Head(path string, limit int) ([]byte, error) {
	return oneFile{path, []byte(c[path])}.Head(path, limit)
}

func TestTextsWithoutRoomReadAgain(t *testing.T) {
	source := changing{"a.txt": "abc", "b.txt": "de", "c.txt": "fgh"}
	texts := newTextsOf(source, 5)
	for _, path := range []string{"a.txt", "c.txt", "b.txt"} {
		text := []byte(source[path])
		texts.keep(fixedits.SnapshotOf(path, text), text)
	}
	if len(texts.current) != 2 || texts.room != 0 {
		t.Errorf("kept %q, with room for %d bytes", texts.current, texts.room)
	}
	for path, want := range source {
		if text, err := texts.Read(path); err != nil || string(text) != want || string(texts.text(path)) != want {
			t.Errorf("%s is %q, %v, and as a text %q", path, text, err, texts.text(path))
		}
	}
	source["a.txt"], source["c.txt"] = "new", "new"
	if text, err := texts.Read("a.txt"); err != nil || string(text) != "abc" {
		t.Errorf("a kept text is %q, %v", text, err)
	}
	if _, err := texts.Read("c.txt"); err == nil || !strings.HasPrefix(err.Error(), "c.txt changed since it was checked") {
		t.Errorf("a text that is another one by now: error %v", err)
	}
	if texts.text("c.txt") != nil || texts.text("d.txt") != nil {
		t.Error("a text that is another one, or of a file without findings, is not known")
	}
}
