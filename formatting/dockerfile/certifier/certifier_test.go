package certifier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/companion"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/strictjson"
)

// The variables that make the test binary act as the program.
const (
	role    = "AUTOFIX_TEST_CERTIFY_ROLE"    // what it does
	journal = "AUTOFIX_TEST_CERTIFY_JOURNAL" // a file that each start adds a byte to
)

func TestMain(m *testing.M) {
	process.Init()
	if os.Getenv(role) == "" {
		os.Exit(m.Run())
	}
	if file, err := os.OpenFile(os.Getenv(journal), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
		_, _ = file.WriteString(".")
		_ = file.Close()
	}
	os.Exit(act(os.Getenv(role)))
}

// upper is a digest that ignores case. It refuses texts with a question mark.
func upper(_ context.Context, path string, text []byte) (string, error) {
	if bytes.Contains(text, []byte("?")) {
		return "", fmt.Errorf("%s:1: no question marks", path)
	}
	return fixedits.Digest(bytes.ToUpper(text)), nil
}

// act does what a role says. A role that is no word is printed for each line of
// the input: TEXT is the digest of "a", DIGEST some digest.
func act(role string) int {
	answer := func(text string) {
		text = strings.ReplaceAll(text, "TEXT", fixedits.Digest([]byte("a")))
		_, _ = io.WriteString(os.Stdout, strings.ReplaceAll(text, "DIGEST", fixedits.Digest(nil)))
	}
	first := make([]byte, 1)
	switch role {
	case "good":
		if err := companion.CheckVersion(); err != nil {
			return 9
		}
		if err := Serve(context.Background(), os.Stdin, os.Stdout, upper); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 3
		}
	case "silent":
		_, _ = os.Stdin.Read(first)
	case "deaf":
		fmt.Fprintln(os.Stderr, "this program has version 2")
		return 3
	case "killed":
		_, _ = os.Stdin.Read(first)
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	case "hangs":
		time.Sleep(time.Hour)
	case "half": // dies in the middle of an answer
		_, _ = os.Stdin.Read(first)
		answer(`{"text":"TEXT","dig`)
	case "endless":
		for {
			if _, err := os.Stdout.WriteString("aaaaaaaaaaaaaaaa"); err != nil {
				return 1
			}
		}
	default:
		_, _ = os.Stdin.Read(first)
		answer(role)
		_, _ = io.Copy(io.Discard, os.Stdin)
	}
	return 0
}

// program returns the test binary in a role.
func program(t *testing.T, as string) *Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(role, as)
	p := New(self)
	t.Cleanup(p.Close)
	return p
}

func TestDigest(t *testing.T) {
	p := program(t, "good")
	for _, row := range []struct{ text, same, reason string }{
		{"from a", "FROM a", ""},
		{"FROM a", "FROM b", ""},
		{"", "", ""},
		{"\xff\x00\r\n\n", "\xff\x00\r\n\n", ""},
		{strings.Repeat("a", 1<<20), strings.Repeat("A", 1<<20), ""},
		{"FROM ?", "", "sub/Dockerfile:1: no question marks"},
	} {
		got, err := p.Digest(t.Context(), "sub/Dockerfile", []byte(row.text))
		if row.reason != "" {
			if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.Reason != row.reason || got != "" {
				t.Errorf("%.40q: %q, %v; want the reason %q", row.text, got, err, row.reason)
			}
			continue
		}
		other, otherErr := p.Digest(t.Context(), "sub/Dockerfile", []byte(row.same))
		if same := strings.EqualFold(row.text, row.same); err != nil || otherErr != nil || (got == other) != same {
			t.Errorf("%.40q: %s, %v; %.40q: %s, %v; want same: %t", row.text, got, err, row.same, other, otherErr, same)
		}
	}
}

// All goroutines together start no more processes than goroutines, and Close
// leaves none.
func TestConcurrentQuestions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "journal")
	t.Setenv(journal, file)
	p := program(t, "good")
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for j := range 20 {
				text := fmt.Appendf(nil, "from %d.%d", i, j)
				if got, err := p.Digest(t.Context(), "Dockerfile", text); err != nil || got != fixedits.Digest(bytes.ToUpper(text)) {
					t.Errorf("%s: %s, %v", text, got, err)
				}
			}
		})
	}
	all.Wait()
	p.Close()
	if starts, err := os.ReadFile(file); err != nil || len(starts) < 1 || len(starts) > 4 {
		t.Errorf("%d starts, %v", len(starts), err)
	}
	if len(p.idle) > 0 {
		t.Errorf("%d processes after Close", len(p.idle))
	}
	if _, err := p.Digest(t.Context(), "Dockerfile", nil); err != nil {
		t.Errorf("after Close: %v", err)
	}
}

func TestBadAnswers(t *testing.T) {
	for _, row := range []struct {
		name, role string
		want       string
	}{
		{"no answer", "silent", "autofix-certify: ended without an answer"},
		{"an exit before the question", "deaf", "this program has version 2: exit code 3"},
		{"half an answer", "half", "autofix-certify: answer: unexpected EOF"},
		{"an empty line", "\n", "answer: EOF"},
		{"no JSON", "digest: DIGEST\n", "answer: invalid character 'd'"},
		{"another type", "[]\n", "answer: json: cannot unmarshal array"},
		{"null", "null\n", "the answer is about another text"},
		{"an empty object", "{}\n", "the answer is about another text"},
		{"another text", `{"text":"DIGEST","digest":"DIGEST"}` + "\n", "the answer is about another text"},
		{"no text", `{"digest":"DIGEST"}` + "\n", "the answer is about another text"},
		{"neither", `{"text":"TEXT"}` + "\n", "either a digest or a reason"},
		{"both", `{"text":"TEXT","digest":"DIGEST","reason":"no"}` + "\n", "either a digest or a reason"},
		{"an unknown field", `{"text":"TEXT","digest":"DIGEST","certified":true}` + "\n", `unknown field "certified"`},
		{"text after it", `{"text":"TEXT","digest":"DIGEST"} {}` + "\n", "text after the JSON value"},
		{"a short digest", `{"text":"TEXT","digest":"abc"}` + "\n", `"abc" is no SHA-256`},
		{"a digest in upper case", `{"text":"TEXT","digest":"` + strings.Repeat("A", 64) + `"}` + "\n", "is no SHA-256"},
		{"a digest with a space", `{"text":"TEXT","digest":" ` + strings.Repeat("a", 63) + `"}` + "\n", "is no SHA-256"},
		{"a number", `{"text":"TEXT","digest":1}` + "\n", "cannot unmarshal number"},
		{"a long reason", `{"text":"TEXT","reason":"` + strings.Repeat("a", maxReason+1) + `"}` + "\n", "the reason is longer than 4096 bytes"},
		{"a long line", strings.Repeat(" ", maxAnswer+1) + "\n", "token too long"},
		{"an endless line", "endless", "token too long"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := program(t, row.role)
			digest, err := p.Digest(t.Context(), "Dockerfile", []byte("a"))
			if digest != "" || err == nil || !strings.Contains(err.Error(), row.want) || !strings.HasPrefix(err.Error(), Name+": ") {
				t.Errorf("%q, %v; want %q", digest, err, row.want)
			}
			if _, refused := errors.AsType[*RefusedError](err); refused {
				t.Errorf("%v is a refusal", err)
			}
		})
	}
}

func TestAProgramThatIsKilled(t *testing.T) {
	p := program(t, "killed")
	if digest, err := p.Digest(t.Context(), "Dockerfile", []byte("a")); digest != "" || err == nil || !strings.HasPrefix(err.Error(), Name+": ended without an answer: ") {
		t.Errorf("%q, %v", digest, err)
	}
}

func TestAProgramThatHangs(t *testing.T) {
	p := program(t, "hangs")
	p.limit = 100 * time.Millisecond
	if digest, err := p.Digest(t.Context(), "Dockerfile", []byte("a")); digest != "" || err == nil || err.Error() != Name+": no answer within 100ms" {
		t.Errorf("%q, %v", digest, err)
	}
}

// A second answer to one question could be taken for that to the next, and so
// show two texts to be equal that are not.
func TestAnAnswerThatNobodyAskedFor(t *testing.T) {
	const one = `{"text":"TEXT","digest":"DIGEST"}` + "\n"
	p := program(t, one+one)
	first, err := p.Digest(t.Context(), "Dockerfile", []byte("a"))
	if err != nil || first != fixedits.Digest(nil) {
		t.Fatalf("%q, %v", first, err)
	}
	if second, err := p.Digest(t.Context(), "Dockerfile", []byte("b")); second != "" || err == nil {
		t.Errorf("%q, %v; want an error", second, err)
	}
}

// A program that fails again and again is asked no more.
func TestFailuresAreCounted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "journal")
	t.Setenv(journal, file)
	p := program(t, "silent")
	for range mostFails + 2 {
		if _, err := p.Digest(t.Context(), "Dockerfile", []byte("a")); err == nil {
			t.Fatal("no error")
		}
	}
	if starts, err := os.ReadFile(file); err != nil || len(starts) != mostFails {
		t.Errorf("%d starts, %v; want %d", len(starts), err, mostFails)
	}
}

func TestAProgramThatDoesNotStart(t *testing.T) {
	if digest, err := New(filepath.Join(t.TempDir(), "none")).Digest(t.Context(), "Dockerfile", nil); digest != "" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%q, %v", digest, err)
	}
}

func TestCancel(t *testing.T) {
	p := program(t, "hangs")
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	time.AfterFunc(50*time.Millisecond, func() { cancel(stopped) })
	if _, err := p.Digest(ctx, "Dockerfile", []byte("a")); !errors.Is(err, stopped) {
		t.Errorf("%v", err)
	}
	if p.fails != 0 {
		t.Error("that is no failure of the program")
	}
}

func TestFindWithoutTheProgram(t *testing.T) {
	t.Setenv(companion.Variable(Name), filepath.Join(t.TempDir(), "none"))
	if _, err := Find(); err == nil || !strings.Contains(err.Error(), "set AUTOFIX_CERTIFY_PROGRAM to its path") {
		t.Errorf("%v", err)
	}
}

func TestServe(t *testing.T) {
	a := fmt.Sprintf(`{"text":%q,"digest":%q}`+"\n", fixedits.Digest([]byte("a")), fixedits.Digest([]byte("A")))
	refused := fmt.Sprintf(`{"text":%q,"reason":"f:1: no question marks"}`+"\n", fixedits.Digest([]byte("?")))
	for _, row := range []struct{ name, input, output, err string }{
		{"nothing", "", "", ""},
		{"one", `{"path":"f","text":"YQ=="}` + "\n", a, ""},
		{"without the last newline", `{"path":"f","text":"YQ=="}`, a, ""},
		{"several", `{"path":"f","text":"YQ=="}` + "\n" + `{"path":"f","text":"Pw=="}` + "\n" + `{"text":"YQ=="}` + "\n", a + refused + a, ""},
		{"an unknown field", `{"path":"f","text":"YQ==","args":{}}` + "\n", "", `question 1: json: unknown field "args"`},
		{"no JSON after a question", `{"path":"f","text":"YQ=="}` + "\nquit\n", a, "question 2: invalid character 'q'"},
		{"two in a line", `{"text":"YQ=="}{"text":"YQ=="}` + "\n", "", "question 1: text after the JSON value"},
		{"an empty line", "\n{}\n", "", "question 1: EOF"},
		{"a text that is no base64", `{"text":"a b"}` + "\n", "", "question 1: illegal base64"},
	} {
		var output strings.Builder
		err := Serve(t.Context(), strings.NewReader(row.input), &output, upper)
		if output.String() != row.output || (err == nil) != (row.err == "") || err != nil && !strings.HasPrefix(err.Error(), row.err) {
			t.Errorf("%s: %q, %v; want %q, %s", row.name, output.String(), err, row.output, row.err)
		}
	}
}

// What an error says can always be answered.
func TestReasons(t *testing.T) {
	for _, text := range []string{"", "a\nb", "\xff", strings.Repeat("a", maxReason+1), strings.Repeat("ü", maxReason)} {
		a := answer{Text: fixedits.Digest(nil), Reason: reason(errors.New(text))}
		if _, err := a.digest(nil); err == nil {
			t.Errorf("%.20q: no error", text)
		} else if _, refused := errors.AsType[*RefusedError](err); !refused {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// No answer, whatever it is, has a digest for another text, or one that is no
// SHA-256.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"text":"` + fixedits.Digest([]byte("a")) + `","digest":"` + fixedits.Digest(nil) + `"}`))
	f.Add([]byte(`{"text":"","reason":"a"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var a answer
		if strictjson.Decode(line, &a) != nil {
			return
		}
		digest, err := a.digest([]byte("a"))
		if (digest == "") == (err == nil) || err == nil && (a.Text != fixedits.Digest([]byte("a")) || len(digest) != 64) {
			t.Errorf("%q: %q, %v", line, digest, err)
		}
	})
}
