package directives_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/directives"
)

func TestRead(t *testing.T) {
	for _, row := range []struct {
		name, src string
		want      []string
	}{
		{"none", "# a comment\nFROM a\n", nil},
		{"hadolint, one and several", "# hadolint ignore=DL3006\nFROM a\n# hadolint ignore=DL3008, sc2046 because\nRUN x\n", []string{
			"hadolint hadolint/DL3006 DL3006", "hadolint hadolint/DL3008 DL3008", "hadolint shellcheck/SC2046 sc2046",
		}},
		{"hadolint, for the file", "#  hadolint  global  ignore = DL3006\nFROM a\n", []string{"hadolint hadolint/DL3006 DL3006 global"}},
		{"not hadolint's", "# hadolint: ignore=DL3006\n# hadolintignore=DL3006\n# hadolint\nFROM a\n", nil},
		{"check, for the file", "# syntax=x\n# check=skip=A,B;error=true\nFROM a\n", []string{"check buildkit/A A global", "check buildkit/B B global"}},
		{"check, all", "# check=skip=all\nFROM a\n", []string{"check buildkit/* all global"}},
		{"check, above an instruction", "FROM a\n# check=skip=A what follows is for people\nRUN x\n", []string{"check buildkit/A A"}},
		{"autofix", "# autofix ignore=hadolint/*,DL3006 ; reason = it is a base image, for all; really\nFROM a\n", []string{
			`autofix hadolint/* hadolint/* "it is a base image, for all; really"`, `autofix DL3006 DL3006 "it is a base image, for all; really"`,
		}},
		{"autofix, for the file, with nothing", "# autofix global ignore=\n# autofix global ignore=a/b,\nFROM a\n", []string{"autofix a/b a/b global"}},
		{"within an instruction", "FROM a\nRUN x \\\n# hadolint ignore=DL3006\n  y\n", nil},
		{"at the end", "FROM a\n# hadolint ignore=DL3006", []string{"hadolint hadolint/DL3006 DL3006"}},
		{"CRLF and indented", "\ufeff  # hadolint ignore=DL3006\r\nFROM a\r\n", []string{"hadolint hadolint/DL3006 DL3006"}},
	} {
		f := syntax.Parse(row.src)
		var got []string
		for _, i := range directives.Read(f).Ignores {
			if f.Source[i.Span.Start:i.Span.End] != i.Name {
				t.Errorf("%s: %q is at %q", row.name, i.Name, f.Source[i.Span.Start:i.Span.End])
			}
			text := fmt.Sprintf("%s %s %s", i.Source, i.Pattern, i.Name)
			if i.Global {
				text += " global"
			}
			if i.Reason != "" {
				text += fmt.Sprintf(" %q", i.Reason)
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func TestSilenced(t *testing.T) {
	src := `# check=skip=X;experimental=E
# autofix global ignore=dockerfile/global
FROM a
# hadolint ignore=DL3008

# another comment
RUN one \
  two
RUN three
# autofix ignore=hadolint/*
# hadolint ignore=DL1
USER u
`
	s := directives.Read(syntax.Parse(src))
	for _, row := range []struct {
		rule, at string
		want     bool
	}{
		{"hadolint/DL3008", "one", true},
		{"hadolint/DL3008", "two", true},
		{"hadolint/DL3008", "# another", true},
		{"hadolint/DL3008", "three", false},
		{"hadolint/DL3008", "FROM", false},
		{"hadolint/DL3009", "one", false},
		{"buildkit/X", "three", true},
		{"buildkit/Y", "three", false},
		{"dockerfile/global", "u", true},
		{"hadolint/DL9", "USER", true},
		{"hadolint/DL1", "USER", true},
		{"buildkit/DL1", "USER", false},
	} {
		if got := s.Silenced(row.rule, "", strings.Index(src, row.at)); got != row.want {
			t.Errorf("%s at %q is silenced: %v", row.rule, row.at, got)
		}
	}
	var unused []string
	for _, i := range s.Ignores {
		if !i.Used {
			unused = append(unused, i.Name)
		}
	}
	if len(unused) != 0 {
		t.Errorf("unused: %v", unused)
	}
	if !s.Experimental("E") || s.Experimental("F") || s.Error {
		t.Errorf("experimental E %v, F %v; error %v", s.Experimental("E"), s.Experimental("F"), s.Error)
	}
	s.Without(directives.Hadolint)
	if s.Silenced("hadolint/DL3008", "", strings.Index(src, "one")) || !s.Silenced("hadolint/DL1", "", strings.Index(src, "USER")) {
		t.Error("hadolint's comments still hold, or autofix's no longer")
	}
}

func TestShells(t *testing.T) {
	f := syntax.Parse("FROM a\n# hadolint shell=powershell\nRUN x\n# hadolint shell=\nRUN y\n")
	s := directives.Read(f)
	if s.Shells[f.Instructions[1]] != "powershell" || len(s.Shells) != 1 {
		t.Errorf("%v", s.Shells)
	}
}
