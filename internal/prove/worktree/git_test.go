package worktree

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestCheckProgram(t *testing.T) {
	root, err := filepath.Abs(string(filepath.Separator))
	if err != nil {
		t.Fatal(err)
	}
	in := func(names ...string) string { return filepath.Join(append([]string{root}, names...)...) }
	for _, tt := range []struct {
		root, program string
		want          Code
	}{
		{in("src", "repo"), in("usr", "bin", "git"), ""},
		{in("src", "repo"), in("src", "repo", "bin", "git"), NoGit},
		{in("src", "repo"), in("src", "repo2", "git"), ""},
		{root, in("usr", "bin", "git"), AtRoot},
	} {
		err := checkProgram(tt.root, tt.program)
		coded, _ := errors.AsType[*Error](err)
		if (err == nil) != (tt.want == "") || coded != nil && coded.Code != tt.want {
			t.Errorf("%s in %s: got %v, want %q", tt.program, tt.root, err, tt.want)
		}
	}
}
