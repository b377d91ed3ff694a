package main

import "testing"

// TestBazelFixLeavesSubmodulesAloneUnlessNamed checks that the targets of a
// submodule are built with all others, but it is fixed only if a pattern names
// it.
func TestBazelFixLeavesSubmodulesAloneUnlessNamed(t *testing.T) {
	const bad, good = "text  \n", "text\n"
	files := map[string]string{"a/x.txt": bad, "libs/ours/.git": "gitdir: ../../.git/modules/ours\n", "libs/ours/y.txt": bad}
	const targets = "//a:a a/x.txt\n//libs/ours:y libs/ours/y.txt\n"
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"everything", nil, bad},
		{"a folder above", []string{"//libs/..."}, bad},
		{"all but the submodule", []string{"//...", "-//libs/ours/..."}, bad},
		{"the submodule", []string{"//...", "//libs/ours/..."}, good},
		{"a target of it", []string{"//libs/ours:y"}, good},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBazelRun(t, files, targets, "")
			if exit := b.run(t.Context(), test.args...); exit != 0 {
				t.Fatalf("exit %d: %s", exit, b.stderr)
			}
			texts := b.texts()
			if texts["a/x.txt"] != good || texts["libs/ours/y.txt"] != test.want {
				t.Errorf("%q\n%s", texts, b.stdout)
			}
		})
	}
}
