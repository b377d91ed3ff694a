package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestConfigTargets(t *testing.T) {
	for _, row := range []struct {
		name           string
		args           []string
		query          string // the answer
		exit           int
		stdout, stderr string
	}{
		{"a target", []string{"a/own.txt"}, "//a:own\n", 0, "  targets        //a:own", ""},
		{"none", []string{"a/loose.txt"}, "", 0, "  targets        none names it, so no build checks it", ""},
		{"a query that fails", []string{"a/own.txt"}, "FAIL", 3, "", "autofix: config: bazel query: exit 7"},
		{"no Bazel", []string{"--bazel=./gone", "a/own.txt"}, "", 2, "", "autofix: bazel command "},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBazelRun(t, map[string]string{"a/own.txt": "x\n", "a/loose.txt": "x\n"}, "", "")
			if row.query == "FAIL" {
				b.write(b.fake, "owned", row.query)
			} else {
				b.write(b.fake, "query", row.query)
			}
			env := newEnvironment()
			env.Dir, env.Terminal, env.color = b.root, false, false
			var stdout, stderr bytes.Buffer
			env.Stdout, env.Stderr = &stdout, &stderr
			exit := run(t.Context(), append([]string{"config", "--targets"}, row.args...), env)
			if exit != row.exit || !strings.Contains(stdout.String(), row.stdout) || !strings.Contains(stderr.String(), row.stderr) {
				t.Errorf("exit %d\n%s%s", exit, stdout.String(), stderr.String())
			}
		})
	}
}
