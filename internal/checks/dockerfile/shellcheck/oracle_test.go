package shellcheck

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The findings of the machine's shellcheck, if there is one, in a Dockerfile.
func TestShellcheckItself(t *testing.T) {
	program, err := exec.LookPath("shellcheck")
	if err != nil {
		t.Skip("shellcheck is not installed: ", err)
	}
	const src = "FROM debian:12\nARG known\n" +
		"RUN echo $known é \"$other\" && \\\n    # not $this\n    cd $known\n" +
		"RUN <<EOF\nrm -rf $known/*\nEOF\n" +
		"RUN if a; then b\n"
	scripts := Scripts("Dockerfile", []byte(src))
	dir := t.TempDir()
	args := Arguments(scripts[0].Dialect)
	for i, s := range scripts {
		name := filepath.Join(dir, FileName(i))
		if err := os.WriteFile(name, s.Text(), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	output, err := exec.Command(program, args...).Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) {
		t.Fatal(err)
	}
	found, err := Read(output, scripts)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, d := range found {
		got[fmt.Sprintf("%s %d:%d %s", d.Rule, d.Line, d.Column, src[d.Start:d.End])] = true
	}
	want := []string{
		"shellcheck/SC2086 3:10 $known", "shellcheck/SC2154 3:21 $other", "shellcheck/SC2164 5:5 cd $known", "shellcheck/SC2086 5:8 $known",
		"shellcheck/SC2115 7:8 $known/*",
	}
	for _, one := range want {
		if !got[one] {
			t.Errorf("shellcheck does not report %s\n%s", one, cmp.Diff(map[string]bool{}, got))
		}
	}
	for one := range got {
		if one[:17] == "shellcheck/SC2154" && one != want[1] {
			t.Errorf("%s is reported, but an ARG declares the variable", one)
		}
	}
}
