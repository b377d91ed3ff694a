package sandbox

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

func TestLevels(t *testing.T) {
	for level, want := range map[Level]string{
		None: `"none"`, Files: `"files"`, Namespaces: `"namespaces"`, Bubblewrap: `"bubblewrap"`,
	} {
		text, err := json.Marshal(level)
		if string(text) != want || err != nil {
			t.Errorf("%s, %v, want %s", text, err, want)
		}
		var back Level
		if err := json.Unmarshal(text, &back); back != level || err != nil {
			t.Errorf("%s: %v, %v", text, back, err)
		}
	}
	if !(None < Files && Files < Namespaces && Namespaces < Bubblewrap) {
		t.Error("the levels are not in order")
	}
	var level Level
	if err := level.UnmarshalText([]byte("docker")); err == nil {
		t.Error("docker is a level")
	}
	if _, err := Level(9).MarshalText(); err == nil || Level(9).String() != "Level(9)" {
		t.Error(Level(9), err)
	}
	for level, want := range map[Level][3]bool{
		None: {}, Files: {true}, Namespaces: {true, true, true}, Bubblewrap: {true, true, true},
	} {
		if got := [3]bool{level.EnforcesFiles(), level.EnforcesNetwork(), level.EnforcesProcesses()}; got != want {
			t.Errorf("%s: %v", level, got)
		}
	}
}

func TestPoliciesThatAreWrong(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		policy  Policy
		program string
		want    string
	}{
		{Policy{}, self, "working folder: \"\" is no absolute path"},
		{Policy{Dir: "here"}, self, "working folder: \"here\" is no absolute path"},
		{Policy{Dir: file + "-missing"}, self, "working folder: "},
		{Policy{Dir: file}, self, "working folder: " + file + " is no folder"},
		{Policy{Dir: dir, ReadOnly: []string{"here"}}, self, "read-only: \"here\""},
		{Policy{Dir: dir, ReadWrite: []string{file, ""}}, self, "read-write: \"\""},
		{Policy{Dir: dir, Private: []string{"~"}}, self, "private: \"~\""},
		{Policy{Dir: dir, Hidden: []string{".env"}}, self, "hidden: \".env\""},
		{Policy{Dir: dir, Hidden: []string{dir + "/\x00"}}, self, "hidden: "},
		{Policy{Dir: dir, Require: 17}, self, "require: Level(17)"},
		{Policy{Dir: dir}, "./agent", "program: ./agent is relative"},
		{Policy{Dir: dir}, "no-such-program-anywhere", "program: "},
	} {
		_, _, err := Wrap(t.Context(), &row.policy, process.Command{Program: row.program})
		if err == nil || !strings.HasPrefix(err.Error(), "sandbox: "+row.want) {
			t.Errorf("%+v: %v, want %q", row.policy, err, row.want)
		}
	}
}

// Whatever the system has, the best is taken, and what it lacks is said.
func TestWrap(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	rungs := Probe(t.Context())
	if runtime.GOOS != "linux" && len(rungs) > 0 {
		t.Errorf("%v", rungs)
	}
	best := None
	for _, r := range rungs {
		t.Log(r)
		if (r.Err == nil) != strings.HasSuffix(r.String(), ": available") {
			t.Errorf("%s, %v", r, r.Err)
		}
		if r.Err == nil {
			best = max(best, r.Level)
		}
	}
	p := Policy{Dir: t.TempDir(), ReadOnly: []string{self}, Env: []string{"A=1"}}
	given := process.Command{Program: self, Args: []string{"-test.list", "."}}
	for required := range Level(len(levels)) {
		p.Require = required
		command, level, err := Wrap(t.Context(), &p, given)
		switch {
		case required > best:
			if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "level "+required.String()+" or better: ") ||
				!strings.HasSuffix(err.Error(), wayOut) {
				t.Errorf("%s: %v", required, err)
			}
		case err != nil || level != best:
			t.Errorf("%s: %s, %v, want %s", required, level, err, best)
		case !command.Tree || command.Dir != p.Dir || command.Env[0] != "A=1":
			t.Errorf("%s: %+v", required, command)
		}
	}
	if len(given.Args) != 2 || p.Env[0] != "A=1" || len(p.ReadOnly) != 1 {
		t.Errorf("what was given is changed: %+v, %+v", given, p)
	}
}
