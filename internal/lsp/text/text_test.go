package text_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
)

// A client is the text of an editor, made without anything of package text: a
// list of characters, in which it finds the lines itself.
type client struct {
	chars    []rune
	encoding protocol.PositionEncodingKind
}

func (c *client) width(r rune) uint32 {
	switch c.encoding {
	case protocol.PositionEncodingKindUTF8:
		return uint32(utf8.RuneLen(r))
	case protocol.PositionEncodingKindUTF16:
		return uint32(utf16.RuneLen(r))
	}
	return 1
}

// positions returns the position of each character and of the end. One between
// CR and LF has none: its known is false.
func (c *client) positions() (all []protocol.Position, known []bool) {
	var at protocol.Position
	for i, r := range c.chars {
		split := r == '\n' && i > 0 && c.chars[i-1] == '\r'
		all, known = append(all, at), append(known, !split)
		crlf := r == '\r' && i+1 < len(c.chars) && c.chars[i+1] == '\n'
		if r == '\n' || r == '\r' && !crlf {
			at = protocol.Position{Line: at.Line + 1}
		} else {
			at.Character += c.width(r)
		}
	}
	return append(all, at), append(known, true)
}

func (c *client) replace(start, end int, new string) {
	c.chars = append(append(append([]rune{}, c.chars[:start]...), []rune(new)...), c.chars[end:]...)
}

// After 10,000 random edits the server has the client's text, for every
// encoding, with and without a byte order mark.
func TestRandomEdits(t *testing.T) {
	pieces := []string{"a", "ß", "€", "😀", "𝒳", "e\u0301", "\n", "\r\n", "\r", "\n\r", "\u2028", "\u0085", "\t", "RUN x", "\x00", "\ufeff", "\v\f"}
	for _, encoding := range text.Encodings {
		for _, marked := range []bool{false, true} {
			random := rand.New(rand.NewPCG(38, uint64(len(encoding))))
			editor := &client{encoding: encoding}
			server := text.Open("", marked, encoding)
			for edit := range 10_000 {
				var changes []protocol.TextDocumentContentChangeEvent
				for range 1 + random.IntN(3) {
					all, known := editor.positions()
					place := func() int {
						for {
							if i := random.IntN(len(all)); known[i] {
								return i
							}
						}
					}
					start, end := place(), place()
					start, end = min(start, end), max(start, end)
					if end > start+6 && len(editor.chars) < 400 {
						for end = start + 6; !known[end]; end++ {
						}
					}
					new := ""
					for range random.IntN(5) {
						new += pieces[random.IntN(len(pieces))]
					}
					editor.replace(start, end, new)
					changes = append(changes, protocol.TextDocumentContentChangeEvent{Range: &protocol.Range{Start: all[start], End: all[end]}, Text: new})
				}
				server = server.Edit(changes)
				if got, want := server.Text(), string(editor.chars); got != want {
					t.Fatalf("%s, edit %d %v:\n got %q\nwant %q", encoding, edit, changes, got, want)
				}
				all, known := editor.positions()
				i := random.IntN(len(all))
				offset := len(server.Content()) - len(string(editor.chars[i:]))
				if known[i] && (server.Position(offset) != all[i] || server.Offset(all[i]) != offset) {
					t.Fatalf("%s, edit %d: character %d of %q has the offset %d and the position %v, not %d and %v",
						encoding, edit, i, server.Text(), offset, all[i], server.Offset(all[i]), server.Position(offset))
				}
			}
			if marked && !strings.HasPrefix(string(server.Content()), text.Mark) {
				t.Error("the byte order mark is gone")
			}
		}
	}
}

// Positions that a text does not have mean the nearest place before.
func TestOddPositions(t *testing.T) {
	const content = "a😀b\r\nß\rc\n"
	for _, row := range []struct {
		encoding        protocol.PositionEncodingKind
		line, character uint32
		want            int
	}{
		{"utf-16", 0, 1, 1},
		{"utf-16", 0, 2, 1}, // within the surrogate pair
		{"utf-16", 0, 3, 5},
		{"utf-16", 0, 4, 6},
		{"utf-16", 0, 5, 6}, // never between CR and LF
		{"utf-16", 0, 1 << 31, 6},
		{"utf-16", 1, 1, 10},
		{"utf-16", 1, 9, 10},
		{"utf-16", 2, 1, 12},
		{"utf-16", 3, 0, 13},
		{"utf-16", 3, 7, 13},
		{"utf-16", 4, 0, 13},
		{"utf-16", 1<<32 - 1, 1<<32 - 1, 13},
		{"utf-8", 0, 3, 1}, // within the character
		{"utf-8", 0, 5, 5},
		{"utf-8", 1, 1, 8},
		{"utf-8", 1, 2, 10},
		{"utf-8", 0, 99, 6},
		{"utf-32", 0, 2, 5},
		{"utf-32", 0, 9, 6},
		{"", 0, 3, 5},
	} {
		d := text.Open(content, false, row.encoding)
		if got := d.Offset(protocol.Position{Line: row.line, Character: row.character}); got != row.want {
			t.Errorf("%s %d:%d is %d, want %d", row.encoding, row.line, row.character, got, row.want)
		}
	}
	backward := protocol.Range{Start: protocol.Position{Line: 2, Character: 1}, End: protocol.Position{}}
	d := text.Open(content, false, "utf-16").Edit([]protocol.TextDocumentContentChangeEvent{{Range: &backward, Text: "x"}})
	if d.Text() != "x\n" {
		t.Errorf("a range whose end is before its start: %q", d.Text())
	}
}

func TestChoose(t *testing.T) {
	type kinds = []protocol.PositionEncodingKind
	for _, row := range []struct {
		offered kinds
		want    protocol.PositionEncodingKind
	}{
		{nil, "utf-16"},
		{kinds{"utf-16"}, "utf-16"},
		{kinds{"utf-16", "utf-8"}, "utf-8"},
		{kinds{"utf-32"}, "utf-32"},
		{kinds{"utf-32", "utf-16"}, "utf-16"},
		{kinds{"utf-7"}, "utf-16"},
	} {
		if got := text.Choose(row.offered); got != row.want {
			t.Errorf("Choose(%v) = %s, want %s", row.offered, got, row.want)
		}
	}
}

// The edits between two texts, sent to a client, give the second one.
func TestEdits(t *testing.T) {
	for _, row := range []struct{ before, after string }{
		{"", ""},
		{"", "a\n"},
		{"a\nb\nc\n", "a\nx\nc\n"},
		{"a", "a\n"},
		{"a\r\nb\r\n", "a\nb\n"},
		{"😀\rb", "b"},
		{"\ufeffa\nb\n", "\ufeffa\n"},
	} {
		for _, encoding := range text.Encodings {
			d := text.New([]byte(row.before), encoding)
			edits, err := d.Edits([]byte(row.after))
			if err != nil {
				t.Fatalf("%q: %v", row.before, err)
			}
			for i := len(edits) - 1; i >= 0; i-- {
				d = d.Edit([]protocol.TextDocumentContentChangeEvent{{Range: &edits[i].Range, Text: edits[i].NewText}})
			}
			if string(d.Content()) != row.after {
				t.Errorf("%s %q: %v give %q, want %q", encoding, row.before, edits, d.Content(), row.after)
			}
		}
	}
	for _, row := range []struct {
		before, after string
		want          error
	}{
		{"\ufeffa", "a", text.ErrMark},
		{"a", "\ufeffa", text.ErrMark},
		{"a\xff", "a", text.ErrEncoding},
	} {
		if _, err := text.New([]byte(row.before), "utf-16").Edits([]byte(row.after)); err != row.want {
			t.Errorf("%q to %q: %v, want %v", row.before, row.after, err, row.want)
		}
	}
}
