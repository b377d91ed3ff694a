package redact_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// What comes out does not depend on how the text comes in, and has no secret
// wherever it is.
func TestWriter(t *testing.T) {
	filler := strings.Repeat("some words of a log that nobody reads\n", 1700) // about a block
	for _, row := range []struct {
		name, text, want string
	}{
		{"nothing", "", ""},
		{"a line", "T=" + github + "\n", "T=" + gone + "\n"},
		{"no newline", "T=" + github, "T=" + gone},
		{"a value that was found before", "api_key = \"" + "k3J8s0Qw7Zx2Lm5N" + "\"\n" + filler + filler + "k3J8s0Qw7Zx2Lm5N\n", "api_key = \"" + gone + "\"\n" + filler + filler + gone + "\n"},
		{"a known value", filler + "the value of a secret\n", filler + "the " + gone + "\n"},
		{"a long line", strings.Repeat("x ", 100_000) + github + strings.Repeat(" x", 100_000), strings.Repeat("x ", 100_000) + gone + strings.Repeat(" x", 100_000)},
	} {
		for _, size := range []int{1, 1000, 1 << 20} {
			var out bytes.Buffer
			w := redact.New([]string{"value of a secret"}).Writer(&out)
			if size == 1 && len(row.text) > 100_000 {
				continue
			}
			for rest := row.text; rest != ""; {
				n := min(size, len(rest))
				if got, err := io.WriteString(w, rest[:n]); err != nil || got != n {
					t.Fatal(got, err)
				}
				rest = rest[n:]
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if out.String() != row.want {
				t.Errorf("%s: differs at %d of %d", row.name, common(out.String(), row.want), len(row.want))
			}
			if n := strings.Count(row.want, gone); w.Count() != n {
				t.Errorf("%s: %d secrets, want %d", row.name, w.Count(), n)
			}
		}
	}
}

func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// Keys and tokens at all places near the end of a block are found.
func TestWriterAtTheEndOfABlock(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		before := 40_000 + random.IntN(40_000)
		filler := strings.Repeat(strings.Repeat("x", 30+random.IntN(50))+"\n", before/30)[:before] + "\n"
		var out bytes.Buffer
		w := redact.New(nil).Writer(&out)
		for _, text := range []string{filler, key, "\nT=", github, "\n", filler} {
			if _, err := io.WriteString(w, text); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if want := filler + gone + "\nT=" + gone + "\n" + filler; out.String() != want {
			t.Fatalf("after %d bytes: differs at %d", before, common(out.String(), want))
		}
	}
}

// It does not wait forever for the end of a key.
func TestWriterOfAKeyThatDoesNotEnd(t *testing.T) {
	var out bytes.Buffer
	w := redact.New(nil).Writer(&out)
	text := "-----BEGIN CERTIFICATE-----\n" + strings.Repeat("MIIE\n", 200_000)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		t.Error("nothing is written")
	}
	if err := w.Close(); err != nil || out.String() != text {
		t.Error(out.Len(), err)
	}
}

type failing struct{}

var errFull = errors.New("full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestWriterFailsClosed(t *testing.T) {
	w := redact.New(nil).Writer(failing{})
	if _, err := io.WriteString(w, strings.Repeat("x\n", 100_000)); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	broken := errors.New("broken")
	var out bytes.Buffer
	w = redact.New(nil, func(string) ([]redact.Secret, error) { return nil, broken }).Writer(&out)
	if _, err := fmt.Fprint(w, "text"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); !errors.Is(err, broken) || out.Len() > 0 {
		t.Errorf("got %v, and wrote %q", err, out.String())
	}
	if _, err := fmt.Fprint(w, "text"); !errors.Is(err, broken) || out.Len() > 0 {
		t.Errorf("got %v, and wrote %q", err, out.String())
	}
}
