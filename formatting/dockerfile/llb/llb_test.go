package llb_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
)

func TestErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", "a/Dockerfile: file with no instructions"},
		{"# only\n", "a/Dockerfile:1: file with no instructions"},
		{"ARG A\n", "a/Dockerfile: no FROM"},
		{"RUN a\n", "a/Dockerfile:1: no build stage in current context"},
		{"FROM a\nFORM b\n", "a/Dockerfile:2: dockerfile parse error on line 2: unknown instruction: FORM"},
		{"FROM a\n\nRUN --a=b c\n", "a/Dockerfile:3: dockerfile parse error on line 3: unknown flag: --a"},
		{"FROM a\nRUN <<EOF\n", "a/Dockerfile:2: unterminated heredoc"},
		{"FROM A\n", "a/Dockerfile:1: failed to parse stage name \"A\""},
		{"FROM a\nENV A=${B\n", "a/Dockerfile:2: failed to process"},
		{"FROM a\nCOPY --chmod=9 a b\n", "a/Dockerfile:2: invalid chmod parameter"},
		{"FROM a\nSTOPSIGNAL b\n", "a/Dockerfile:2: invalid signal: b"},
		{"FROM a\nCOPY --from=a a b\nFROM b AS a\nFROM c\nCOPY --from=0 a b\n", "a/Dockerfile:2: cannot copy from stage \"a\""},
		{"FROM a AS a\nCOPY --from=a a b\n", "a/Dockerfile:2: circular dependency detected on stage: a"},
		{"FROM a\nRUN b\nFROM c\nRUN --mount=target=/ d\n", "a/Dockerfile:4: invalid mount target"},
		{"FROM a\nONBUILD COPY --chmod=9 a b\n", "a/Dockerfile:1: ONBUILD: invalid chmod parameter"},
		{"ARG SOURCE_DATE_EPOCH=context\nFROM a\n", "a/Dockerfile:1: SOURCE_DATE_EPOCH=context is not a number of seconds"},
		{"FROM a\nRUN " + strings.Repeat("x", 1<<16) + "\n", "a/Dockerfile:1: dockerfile line greater than max allowed size of 65535"},
	} {
		_, err := llb.Digest(t.Context(), "a/Dockerfile", []byte(row.text))
		if err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%.80q: %v, want %s", row.text, err, row.want)
		}
		if e, ok := errors.AsType[*llb.Error](err); !ok || e.Path != "a/Dockerfile" {
			t.Errorf("%.80q: %T", row.text, err)
		}
		if _, err := llb.Describe(t.Context(), "a/Dockerfile", []byte(row.text)); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%.80q: description: %v, want %s", row.text, err, row.want)
		}
	}
}

// A stage that BuildKit refuses in one setting has a digest, from the other.
func TestRefusedInOneSetting(t *testing.T) {
	for _, row := range []struct{ name, text, refused string }{
		{"no default", "ARG IMAGE\nFROM $IMAGE\nRUN a\n", "plain"},
		{"a platform", "ARG P=linux/arm64\nFROM --platform=$P a\nRUN a\n", "full"},
	} {
		d := describe(t, row.text)
		if !strings.Contains(d, "stage 0, "+row.refused+": refused\n") || strings.Count(d, ": stage\n") != 1 {
			t.Errorf("%s:\n%s", row.name, d)
		}
		if digest(t, row.text) == digest(t, strings.Replace(row.text, "RUN a", "RUN b", 1)) {
			t.Errorf("%s: RUN does not count", row.name)
		}
	}
}

// The texts could make BuildKit write many gigabytes, or run for hours.
func TestTooLarge(t *testing.T) {
	repeat := strings.Repeat
	var many strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&many, " A%d=a", i)
		if i%1000 == 999 {
			many.WriteString("\\\n")
		}
	}
	for _, row := range []struct{ name, text string }{
		{"doubling", "FROM a\nENV A=a\n" + repeat("ENV A=$A$A\n", 40)},
		{"doubling in braces", "FROM a\nENV A=a\n" + repeat("ENV A=${A}${A:-b}\n", 40)},
		{"doubling in a default", "FROM a\nENV A=a\n" + repeat("ENV A=${B:-$A$A}\n", 40)},
		{"doubling in quotes", "FROM a\nENV A=a\n" + repeat("ENV A=\"$A\"'$A'\"$A\"\n", 40)},
		{"doubling by two", "FROM a\nENV A=a B=b\n" + repeat("ENV A=$B$B\nENV B=$A$A\n", 40)},
		{"doubling of letters", "FROM a\nENV Ä=a\n" + repeat("ENV Ä=$Ä$Ä\n", 40)},
		{"doubling of a character", "FROM a\nENV @=a\n" + repeat("ENV @=$@$@\n", 40)},
		{"doubling of arguments", "ARG A=a\n" + repeat("ARG A=$A$A\n", 40) + "FROM a\n"},
		{"doubling of arguments of a stage", "FROM a\nARG A=a\n" + repeat("ARG A=$A$A\n", 40)},
		{"doubling over stages", "FROM a AS a\nENV A=a\n" + repeat("FROM a AS a\nENV A=$A$A\n", 40)},
		{"doubling in triggers", "FROM a AS a\n" + repeat("ONBUILD ENV A=$A$A\n", 40) + "ENV A=a\nFROM a\n"},
		{"doubling in triggers without a child", "FROM a\n" + repeat("ONBUILD ENV A=$A$A\n", 40) + "ENV A=a\n"},
		{"replacement", "FROM a\nENV A=" + repeat("a", 30000) + "\nENV B=${A//a/$A}\n"},
		{"replacement within another", "FROM a\nENV A=" + repeat("a", 1000) + "\nENV B=${A//a/${A//a/$A}}\n"},
		{"pattern", "FROM a\nENV A=" + repeat("a", 30000) + "\nENV B=${A#" + repeat("*a", 20000) + "}\n"},
		{"depth", "FROM a\nENV A=" + repeat("${A:-", 1000) + repeat("}", 1000) + "\n"},
		{"instructions", "FROM a\n" + repeat("RUN a\n", 5000)},
		{"stages", repeat("FROM a\n", 2000)},
		{"variables", "FROM a\nENV" + many.String() + "\n"},
		{"variables and commands", "FROM a\nENV A=" + repeat("a", 60000) + "\n" + repeat("RUN a\n", 3000)},
		{"variables and text", "FROM a\nENV A=" + repeat("a", 60000) + "\n" + repeat("COPY <<EOF /a\n"+repeat("$A", 1000)+"\nEOF\n", 10)},
		{"sources", "FROM a\nCOPY " + repeat(repeat("a ", 1000)+"\\\n", 50) + "/\n"},
		{"ports", "FROM a\n" + repeat("EXPOSE 1-65535\n", 100)},
		{"ports of a variable", "FROM a\nENV P=1-65535\n" + repeat("EXPOSE $P\n", 100)},
		{"bytes", "FROM a\n" + repeat("# comment\n", 120000)},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, err := llb.Digest(t.Context(), "Dockerfile", []byte(row.text)); !errors.Is(err, llb.ErrTooLarge) {
				t.Errorf("%d bytes: %.200v", len(row.text), err)
			}
		})
	}
}

// Texts that are longer than people write are converted all the same.
func TestLarge(t *testing.T) {
	repeat := strings.Repeat
	for _, row := range []struct{ name, text string }{
		{"PATH", "FROM a\n" + repeat("ENV PATH=$PATH:/usr/local/bin\n", 100)},
		{"PATH in stages", repeat("FROM a\n"+repeat("ENV PATH=/usr/local/bin:$PATH\n", 5), 20)},
		{"script", "FROM a\nRUN " + repeat("echo ${A%.gz} ${B//a/b} && \\\n", 1000) + "true\n"},
		{"instructions", "FROM a\n" + repeat("RUN a\nCOPY a b\n", 250)},
		{"stages", repeat("FROM a\nRUN b\nCOPY c d\n", 50)},
		{"replacement", "FROM a\nARG V=1.2.3\n" + repeat("ENV A=${V//./-} B=${V%.*}\n", 20)},
		{"ports", "FROM a\nEXPOSE 1000-2000 3000-4000\n"},
		{"triggers", repeat("FROM a AS a\nONBUILD RUN a\nONBUILD COPY --from=b /a /a\n", 10)},
	} {
		if _, err := llb.Digest(t.Context(), "Dockerfile", []byte(row.text)); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

const rich = `# syntax=docker/dockerfile:1
ARG GO=1.26
FROM --platform=$BUILDPLATFORM golang:${GO} AS build
ARG TARGETARCH
ENV CGO_ENABLED=0 A=a B=b C=c
WORKDIR /src
COPY --link --parents go.mod go.sum cmd/*/ ./
RUN --mount=type=cache,target=/root/.cache --mount=type=secret,id=a,env=A --mount=type=ssh --mount=from=tools,target=/tools go build
ADD https://example.com/a.git#v1 /a
LABEL a=a b=b c=c d=d e=e
ONBUILD COPY --from=other . /a
ONBUILD RUN make
FROM build AS test
RUN <<EOF
a
EOF
FROM scratch
COPY --from=build --chown=1:1 /a /a
COPY --from=test --link /a /b
COPY <<A <<B /c/
a
A
b
B
EXPOSE 80 443/udp 1000-1010
VOLUME /a /b /c
CMD ["/a"]
`

// The digest does not depend on the run, though BuildKit makes random IDs and
// iterates over maps.
func TestDeterminism(t *testing.T) {
	want, text := digest(t, rich), describe(t, rich)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 10 {
				if d, err := llb.Digest(t.Context(), "Dockerfile", []byte(rich)); d != want || err != nil {
					t.Errorf("digest %s, want %s: %v", d, want, err)
				}
				if d, err := llb.Describe(t.Context(), "Dockerfile", []byte(rich)); d != text || err != nil {
					t.Errorf("description:\n%s\nwant\n%s: %v", d, text, err)
				}
			}
		})
	}
	all.Wait()
}

// The description has neither names of stages nor the text of instructions.
func TestNamesAreNotDescribed(t *testing.T) {
	d := describe(t, strings.ReplaceAll(rich, "build", "some-name"))
	for _, not := range []string{"some-name", "COPY", "created", "history", "moby.buildkit"} {
		if strings.Contains(strings.ReplaceAll(d, "go some-name", ""), not) {
			t.Errorf("%q in the description:\n%s", not, d)
		}
	}
}

// A limited context is done after some questions.
type limited struct {
	context.Context
	mu   sync.Mutex
	left int
}

func (l *limited) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancel(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := llb.Digest(done, "Dockerfile", []byte(rich)); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled before: %v", err)
	}
	finished := false
	for questions := range 1000 {
		_, err := llb.Digest(&limited{Context: t.Context(), left: questions}, "Dockerfile", []byte(rich))
		if err == nil {
			finished = true
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("canceled after %d questions: %v", questions, err)
		}
	}
	if !finished {
		t.Error("never finished")
	}
}

// A panicking context stands for a bug of BuildKit.
type panicking struct{ context.Context }

func (panicking) Done() <-chan struct{} { panic("a bug") }

func TestPanic(t *testing.T) {
	_, err := llb.Digest(panicking{t.Context()}, "a/Dockerfile", []byte("FROM a\n"))
	if err == nil || err.Error() != "a/Dockerfile: panic in BuildKit: a bug" {
		t.Errorf("%v", err)
	}
	if e, ok := errors.AsType[*llb.Error](err); !ok || !strings.Contains(string(e.Stack), "dockerfile2llb") {
		t.Errorf("%#v", err)
	}
}

// Any text has one digest or is refused; nothing panics.
func FuzzDigest(f *testing.F) {
	f.Add(rich)
	for _, seed := range []string{
		"", "FROM a", "FROM a\nRUN <<A\nA\n", "ARG A=a\nFROM $A AS b\nFROM b\n", "#escape=`\nFROM a\nENV A b`\nc\n", "\ufeffFROM a\r\nRUN b\r\n",
		"FROM a\nONBUILD ENV A=${A:-b}\n", "FROM a\nCMD [\"a\"\n", "FROM a\nHEALTHCHECK --interval=1s CMD a\n", "FROM a\nEXPOSE 1-9\n",
		"FROM a\nCOPY --chmod=u+x --exclude=* a b\n", "# check=error=true\nFROM a\n", "FROM a\nRUN --mount=type=secret,id=a b\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, err := llb.Digest(t.Context(), "Dockerfile", []byte(text))
		second, again := llb.Digest(t.Context(), "Dockerfile", []byte(text))
		if first != second || (err == nil) != (again == nil) { // suggestions in BuildKit's messages are random
			t.Errorf("%q, %v; then %q, %v", first, err, second, again)
		}
		if err != nil && strings.Contains(err.Error(), "panic in BuildKit") {
			t.Error(err)
		}
	})
}
