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

func TestNegativePatterns(t *testing.T) {
	for arg, want := range map[string]bool{
		"-//a/...": true, "-@x//y": true, "-:z": true, "-old/...": true, "-...": true, "-old:all": true,
		"-k": false, "--mode=a/b": false, "--": false, "//a": false, "-": false, "-h": false,
	} {
		if got := isNegative(arg); got != want {
			t.Errorf("%q: %v, want %v", arg, got, want)
		}
	}
}
