package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitBazelFix(t *testing.T) {
	tests := []struct {
		name       string
		args, want []string
	}{
		{
			name: "other verbs stay as they are, what follows a -- included",
			args: []string{"check", "--", "-//x", "bazel-fix"},
			want: []string{"check", "--", "-//x", "bazel-fix"},
		},
		{
			name: "patterns and flags of the verb stay",
			args: []string{"bazel-fix", "--mode", "diff", "//a:b", "c/..."},
			want: []string{"bazel-fix", "--mode", "diff", "//a:b", "c/..."},
		},
		{
			name: "a negative pattern is marked, whichever its repository",
			args: []string{"bazel-fix", "//...", "-//a/...", "//a/b", "-@x//y", "-:z"},
			want: []string{"bazel-fix", "//...", "\x00-//a/...", "//a/b", "\x00-@x//y", "\x00-:z"},
		},
		{
			name: "what follows the first -- goes to Bazel, a second -- and values with commas and spaces included",
			args: []string{"bazel-fix", "//...", "--", "--config=x", "--define", "a=b,c d", "--", "-//x"},
			want: []string{"bazel-fix", "//...", "--bazel-flag=--config=x", "--bazel-flag=--define", "--bazel-flag=a=b,c d", "--bazel-flag=--", "--bazel-flag=-//x"},
		},
		{
			name: "flags of the command may come before the verb",
			args: []string{"--root=/r", "bazel-fix", "--", "-k"},
			want: []string{"--root=/r", "bazel-fix", "--bazel-flag=-k"},
		},
		{
			name: "no arguments at all",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, splitBazelFix(test.args)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestKongTakesASplitBazelFix(t *testing.T) {
	var grammar cli
	parser, err := newParser(&grammar, newEnvironment())
	if err != nil {
		t.Fatal(err)
	}
	args := splitBazelFix([]string{"bazel-fix", "--aspect=//:a.bzl%a", "--rule=format", "//...", "-//old/...", "//old/new", "--mode", "diff", "--", "--define", "a=b,c", "-k"})
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"//...", "-//old/...", "//old/new"}, grammar.BazelFix.patterns()); diff != "" {
		t.Errorf("patterns: -want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"--define", "a=b,c", "-k"}, grammar.BazelFix.BazelFlag); diff != "" {
		t.Errorf("flags: -want +got:\n%s", diff)
	}
}
