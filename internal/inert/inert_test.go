package inert

import (
	"strings"
	"testing"
)

func TestTexts(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                     "plain",
		"a\nb\tc\r\nd":              "a b c d",
		"<script>x</script>":        "&#60;script&#62;x&#60;/script&#62;",
		"[a](http://x) @me #1 `c`":  "&#91;a&#93;&#40;http&#58;//x&#41; &#64;\u200bme &#35;\u200b1 &#96;c&#96;",
		"\x1b[31mred\x1b[0m":        "red",
		"\x1b[31":                   "",
		"\x1b[3\ned":                " ed",
		"\x1b]0;title\aa":           "a",
		"\x1b]0;title\na":           " a",
		"\u009b1mb\u009d0;t\x1b\\c": "bc",
		"\x1b(Ba\x1b":               "a",
		"a\u202eb\u2066c":           "a\ufffdb\ufffdc",
		"\xff":                      "\ufffd",
		"www.x.example, GH-12":      "www&#46;x.example, GH-\u200b12",
		"a\u2028b":                  "a b",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Code is copied as it is.
func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"bazel run @x//:y #1": "<code>bazel run &#64;x//&#58;y &#35;1</code>",
		"</code> @me\n":       "<code>&#60;/code&#62; &#64;me </code>",
	} {
		if got := Code(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "```text\n\n```\n",
		"a\n\n":                "```text\na\n```\n",
		"```\n@all\n```":       "````text\n```\n@all\n```\n````\n",
		"`````":                "``````text\n`````\n``````\n",
		"\x1b[1mb\x1b[0m\r\nc": "```text\nb\nc\n```\n",
	} {
		if got := Block(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzBlock(f *testing.F) {
	f.Add("```\n````")
	f.Fuzz(func(t *testing.T, text string) {
		fence, _, _ := strings.Cut(Block(text), "text\n")
		if strings.Count(Block(text), fence) != 2 {
			t.Errorf("%q: the fence is in the block", text)
		}
		if strings.ContainsAny(Block(text), "\x1b\x00\r") {
			t.Errorf("%q: a control character is left", text)
		}
	})
}

// A text of nothing but fences takes no longer than another one.
func TestBlockOfFences(t *testing.T) {
	text := strings.Repeat("`", 1<<20)
	if got := Block(text); got != text+"`text\n"+text+"\n"+text+"`\n" {
		t.Errorf("got %d bytes", len(got))
	}
}
