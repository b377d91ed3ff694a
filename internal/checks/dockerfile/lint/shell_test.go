package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

func read(src string) *lint.File {
	return lint.Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
}

func TestShellOf(t *testing.T) {
	for _, row := range []struct{ name, src, want string }{
		{"sh by default", "FROM a\nRUN x\n", "0"},
		{"SHELL applies to later instructions", "FROM a\nRUN x\nSHELL [\"pwsh\", \"-c\"]\nRUN y\nSHELL [\"/bin/bash\", \"-c\"]\nRUN z\n", "0 1 0"},
		{"from the parent stage", "FROM a AS b\nSHELL [\"C:\\\\x\\\\PowerShell.exe\"]\nFROM B\nRUN x\nFROM c\nRUN y\n", "1 0"},
		{"Windows, by name and by platform", "FROM mcr.microsoft.com/windows/servercore:1\nRUN x\nFROM --platform=windows/amd64 a\nRUN y\nFROM --platform=linux/amd64 nanoserver\nRUN z\n", "2 2 0"},
		{"by the escape character", "# escape=`\nFROM a\nRUN x\n", "2"},
		{"by a hadolint comment", "FROM a\n# hadolint shell=cmd\nRUN x\nRUN y\n", "2 2"},
		{"before FROM", "# hadolint shell=powershell\nFROM a\nRUN x\nFROM b\nRUN y\n", "1 0"},
		{"not an array", "FROM a\nSHELL pwsh\nRUN x\n", "0"},
		{"unknown shell", "FROM a\nSHELL [\"python\", \"-c\"]\nONBUILD RUN x\n", "3"},
	} {
		f := read(row.src)
		var got []string
		for stage, ins := range f.All {
			if ins.OnBuild != nil {
				ins = ins.OnBuild
			}
			if ins.Name == "run" {
				shell, _ := f.ShellOf(stage, ins)
				got = append(got, fmt.Sprint(int(shell)))
			}
		}
		if diff := cmp.Diff(row.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func TestCommands(t *testing.T) {
	for _, row := range []struct {
		name, src string
		want      []string
	}{
		{"a chain", "RUN a x && /usr/bin/b 'y z' || c\n", []string{"a|x", "b|y z", "c"}},
		{"nested", "RUN if a; then b; else (c $(d)); fi; e() { f; }\n", []string{"a", "b", "c|?", "d", "f"}},
		{"prefixes", "RUN sudo -u x -E env A=1 apt-get install && exec -- a\n", []string{"apt-get|install", "a"}},
		{"only sudo", "RUN sudo -s\n", []string{"sudo|-s"}},
		{"words", "RUN a \"b c\" d\\ e $f g\"$h\" 'i'j\n", []string{"a|b c|d e|?|?|ij"}},
		{"a variable for a command", "RUN $x y\n", []string{"|y"}},
		{"exec form", "RUN [\"apt-get\", \"install\"]\n", []string{"apt-get|install"}},
		{"a here-document", "RUN <<E\na b\nc\nE\n", []string{"a|b", "c"}},
		{"a here-document for a command", "RUN cat <<E >x && b\na b\nE\n", []string{"cat", "b"}},
		{"a here-document for another shell", "RUN <<E\n#!/usr/bin/env python3\na b\nE\n", nil},
		{"with a shell of its own", "RUN <<E\n#!/bin/bash\na b\nE\n", []string{"a|b"}},
		{"CRLF", "RUN a \\\r\n  b\r\nRUN <<E\r\na\r\nE\r\n", []string{"a|b", "a"}},
		{"syntax error", "RUN a (\n", nil},
		{"PowerShell", "SHELL [\"pwsh\"]\nRUN a\n", nil},
		{"ONBUILD", "ONBUILD RUN a \\\n  # x\n  b\n", []string{"a|b"}},
		{"CMD and HEALTHCHECK", "CMD a b\nHEALTHCHECK CMD c d\n", []string{"a|b", "c|d"}},
	} {
		src := "FROM x\n" + row.src
		f := read(src)
		var got []string
		for stage, ins := range f.All {
			switch ins.Name {
			case "run", "cmd", "healthcheck", "onbuild":
			default:
				continue
			}
			for _, c := range f.Script(stage, ins).Commands {
				words := []string{c.Name}
				for _, a := range c.Args {
					if a.Static {
						words = append(words, a.Value)
					} else {
						words = append(words, "?")
					}
				}
				got = append(got, strings.Join(words, "|"))
				if at := c.Span(); c.Word.Static && !strings.Contains(src[at.Start:at.End], c.Name) {
					t.Errorf("%s: %s is at %q", row.name, c.Name, src[at.Start:at.End])
				}
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}
