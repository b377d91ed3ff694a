package lint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

func TestAppend(t *testing.T) {
	for _, tt := range []struct{ name, run, want string }{
		{"one", "RUN a", "RUN a && X"},
		{"a chain", "RUN a && b", "RUN a && b && X"},
		{"&& at the start of lines", "RUN a \\\n  && b  \\\n  && c", "RUN a \\\n  && b  \\\n  && c \\\n  && X"},
		{"&& at the end of lines", "RUN a && \\\n    b && \\\n    c", "RUN a && \\\n    b && \\\n    c && \\\n    X"},
		{"one over lines", "RUN a \\\n    b \\\n  c", "RUN a \\\n    b \\\n  c \\\n  && X"},
		{"the last over lines", "RUN a && b \\\n    c", "RUN a && b \\\n    c \\\n    && X"},
		{"over lines in a here-document", "RUN <<EOF\na && b \\\n  c\nEOF", "RUN <<EOF\na && b \\\n  c && X\nEOF"},
		{"set -e", "RUN set -eux; a; b", "RUN set -eux; a; b; X"},
		{"set -e over lines", "RUN set -e; \\\n\ta; \\\n\tb \\\n\t\tc", "RUN set -e; \\\n\ta; \\\n\tb \\\n\t\tc; \\\n\tX"},
		{"set -o errexit", "RUN set -uo errexit; a", "RUN set -uo errexit; a; X"},
		{"set +o errexit", "RUN set +o errexit; a", "RUN set +o errexit; a && X"},
		{"arguments that look like set -e", "RUN set -- -e -o errexit; a", "RUN set -- -e -o errexit; a && X"},
		{"; without set -e", "RUN a; b;", "RUN a; b && X;"},
		{"set -e and a chain", "RUN set -e; a && b", "RUN set -e; a && b && X"},
		{"or", "RUN a || b", "RUN a || b && X"},
		{"a pipe", "RUN a | b", "RUN a | b && X"},
		{"if", "RUN if a; then b; fi", "RUN if a; then b; fi && X"},
		{"a redirection", "RUN a >b 2>&1", "RUN a >b 2>&1 && X"},
		{"a comment", "RUN a # c", "RUN a && X # c"},
		{"a comment of the file", "RUN a \\\n# c\n && b", "RUN a \\\n# c\n && b \\\n && X"},
		{"a here-document", "RUN <<EOF\na\nb\nEOF", "RUN <<EOF\na\nb && X\nEOF"},
		{"a here-document with set -e", "RUN <<EOF\n  set -e\n  a\nEOF", "RUN <<EOF\n  set -e\n  a\n  X\nEOF"},
		{"a chain in a here-document", "RUN <<EOF\na &&\n  b\nEOF", "RUN <<EOF\na &&\n  b &&\n  X\nEOF"},
		{"ONBUILD", "ONBUILD RUN a && b", "ONBUILD RUN a && b && X"},
		{"flags", "RUN --mount=type=cache,target=/x \\\n  a", "RUN --mount=type=cache,target=/x \\\n  a && X"},
		{"exec form", `RUN ["a"]`, ""},
		{"in the background", "RUN a &", ""},
		{"after a here-document", "RUN cat <<EOF >x\na\nEOF", ""},
		{"after exec", "RUN exec a", ""},
		{"after exit", "RUN a && exit 0", ""},
		{"after an assignment without an end", "RUN A+=", ""},
		{"after a command that may exit", "RUN a || exit 1", "RUN a || exit 1 && X"},
		{"after an exec with redirections only", "RUN a; exec 3>&1", "RUN a; exec 3>&1 && X"},
		{"syntax error", "RUN a && (", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, end := range []string{"\n", "\r\n"} {
				form := func(s string) string { return strings.ReplaceAll(s, "\n", end) }
				src := form("FROM a\n" + tt.run + "\n")
				f := lint.Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
				edits := f.Script(f.Stages[0], f.Stages[0].Instructions[0]).Append("X")
				got := src
				for _, e := range slices.Backward(edits) {
					got = got[:e.Start] + string(e.New) + got[e.End:]
				}
				want := form("FROM a\n" + tt.want + "\n")
				if tt.want == "" {
					want = src
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("with %q (-want +got):\n%s", end, diff)
				}
			}
		})
	}
}

func TestMounts(t *testing.T) {
	f := lint.Read(checks.File{Path: "Dockerfile", Content: []byte("FROM a\nRUN --mount=type=cache,dst=/a/b/,sharing=locked " +
		"--network=none --mount=target=/c,ro --mount='\"' --mount=type=secret,id=k x\n")}, checks.Settings{})
	var got []string
	for _, m := range f.Script(f.Stages[0], f.Stages[0].Instructions[0]).Mounts {
		got = append(got, m.Type+" "+m.Target+" "+m.Values["id"])
	}
	if diff := cmp.Diff([]string{"cache /a/b ", "bind /c ", "secret  k"}, got); diff != "" {
		t.Error(diff)
	}
}
