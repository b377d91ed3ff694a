package tokens_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
)

var kinds = [...]string{"word", "number", "string", "template", "pattern", "comment", "mark"}

func TestScan(t *testing.T) {
	for name, c := range map[string]struct {
		language tokens.Language
		text     string
		want     []string
	}{
		"apostrophe":  {tokens.JavaScript, "don't\nx", []string{"word don", "mark '", "word t", "word x"}},
		"template":    {tokens.JavaScript, "`a ${`b ${c}`} d` `e`", []string{"template `a ${`b ${c}`} d`", "string `e`"}},
		"pattern":     {tokens.JavaScript, "x = /a[/]b/g; y / z / w", []string{"word x", "mark =", "pattern /a[/]b/g", "mark ;", "word y", "mark /", "word z", "mark /", "word w"}},
		"python":      {tokens.Python, "f'{a}' rb\"b\" '''c\n' ''' # d", []string{"template f'{a}'", `string rb"b"`, "string '''c\n' '''", "comment # d"}},
		"python word": {tokens.Python, "fur // 2", []string{"word fur", "mark //", "number 2"}},
		"numbers":     {tokens.Go, "a != 1.5e-3 + 0xe+1 /* b */", []string{"word a", "mark !=", "number 1.5e-3", "mark +", "number 0xe", "mark +", "number 1", "comment /* b */"}},
		"go returns":  {tokens.Go, "f()\r\n// a\r\n`b\r\n`\r\n/* c\r\n*/ d; e\n", []string{"word f", "mark (", "mark )", "comment // a\r", "string `b\r\n`", "comment /* c\r\n*/", "word d", "mark ;", "word e"}},
		"go broken":   {tokens.Go, "a \xff “ 'b", []string{"word a", "mark \xff", "mark “", "string 'b"}},
		"go":          {tokens.Go, "`a\n\"` := '\\''", []string{"string `a\n\"`", "mark :=", `string '\''`}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, token := range tokens.Scan(c.language, []byte(c.text)) {
				got = append(got, kinds[token.Kind]+" "+token.Text([]byte(c.text)))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("tokens (-want +got):\n%s", d)
			}
		})
	}
}

func TestPositions(t *testing.T) {
	text := []byte("if (a[\n\tb]) {\n}")
	var got [][4]int
	for _, token := range tokens.Scan(tokens.JavaScript, text) {
		first := 0
		if token.First {
			first = 1
		}
		got = append(got, [4]int{token.Line, token.Column, token.Depth, first})
	}
	want := [][4]int{{1, 0, 0, 1}, {1, 3, 0, 0}, {1, 4, 1, 0}, {1, 5, 1, 0}, {2, 8, 2, 1}, {2, 9, 1, 0}, {2, 10, 0, 0}, {2, 12, 0, 0}, {3, 0, 0, 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("line, column, depth, first (-want +got):\n%s", d)
	}
}

// Tokens are in order, and only space is between them.
func FuzzScan(f *testing.F) {
	languages := []tokens.Language{tokens.Go, tokens.JavaScript, tokens.Python}
	f.Add(uint8(1), "`${`${'")
	f.Add(uint8(2), "f'''")
	f.Add(uint8(0), "f(`\r\n/*\r\n")
	f.Add(uint8(0), "0x_+0b2...a'\\x\xff'\x00\"")
	f.Fuzz(func(t *testing.T, language uint8, text string) {
		text = strings.ReplaceAll(text, "\ufeff", "") // Go's scanner skips it
		at := 0
		for _, token := range tokens.Scan(languages[int(language)%len(languages)], []byte(text)) {
			if token.Start < at || token.End <= token.Start || token.End > len(text) {
				t.Fatalf("a token at %d-%d, behind %d", token.Start, token.End, at)
			}
			if s := strings.TrimSpace(text[at:token.Start]); s != "" {
				t.Fatalf("%q is no token", s)
			}
			if want := 1 + strings.Count(text[:token.Start], "\n"); token.Line != want {
				t.Fatalf("the line is %d, not %d", token.Line, want)
			}
			at = token.End
		}
		if s := strings.TrimSpace(text[at:]); s != "" {
			t.Fatalf("%q is no token", s)
		}
	})
}
