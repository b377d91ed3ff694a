package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

func TestProgramsThatAreNotVisible(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir + "/bin/agent", dir + "/lib/agent.sh"} {
		write(t, path, "#!/bin/sh\necho ran\n")
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../lib/agent.sh", dir+"/bin/by-link"); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/work/file", "")
	for _, row := range []struct {
		program  string
		readOnly []string
		hidden   []string
		want     string // or the error
	}{
		{"/bin/agent", nil, nil, "agent is not visible in the sandbox: add its folder"},
		{"/bin/agent", []string{"/bin"}, nil, "ran\n"},
		{"/bin/agent", []string{"/bin/agent"}, nil, "ran\n"},
		{"/bin/by-link", []string{"/bin"}, nil, "agent.sh is not visible"},
		{"/bin/by-link", []string{"/bin", "/lib"}, nil, "ran\n"},
		{"/bin/by-link", []string{"/lib"}, nil, "ran\n"},
		{"/bin/agent", []string{""}, []string{"/bin"}, "agent is not visible"},
	} {
		p := Policy{Dir: dir + "/work"}
		for _, path := range row.readOnly {
			p.ReadOnly = append(p.ReadOnly, dir+path)
		}
		for _, path := range row.hidden {
			p.Hidden = append(p.Hidden, dir+path)
		}
		for _, level := range []Level{Files, Namespaces, Bubblewrap} {
			t.Run(fmt.Sprint(row.program, row.readOnly, row.hidden, level), func(t *testing.T) {
				valid, command, err := prepare(&p, process.Command{Program: dir + row.program})
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(ladder, func(r rung) bool { return r.level == level })
				if err := ladder[i].try(t.Context()); err != nil {
					t.Skip(Rung{level, err})
				}
				output := process.NewOutput(1000)
				mounts, err := planOf(valid, command.Program)
				if err == nil {
					command, err = ladder[i].wrap(valid, mounts, command)
				}
				if err == nil {
					command.Stdout, command.Stderr = output, output
					_, err = command.Run(t.Context())
				}
				if got := fmt.Sprint(output, err); !strings.Contains(got, row.want) {
					t.Errorf("%s, want %q", got, row.want)
				}
			})
		}
	}
}

// A policy that shows the whole host hides nevertheless.
func TestTheWholeHostIsVisible(t *testing.T) {
	eachLevel(t, func(t *testing.T, level Level) {
		if level == None {
			t.Skip("it hides nothing")
		}
		h := newHouse(t)
		// Only /tmp is the sandbox's own, and the tests' folders may be in it.
		h.policy.ReadOnly = append(h.policy.ReadOnly, "/")
		for attack, want := range map[string]string{
			"read " + h.workspace + "/Dockerfile":        "refused: ",
			"read " + h.visible + "/.env":                "refused: ",
			"read " + h.visible + "/public":              "gained: public",
			"read " + h.dir + "/file":                    "gained: of the working folder",
			"write " + h.dir + "/made":                   "gained: ",
			"read /etc/hosts":                            "gained: ",
			"write /usr/made":                            "refused: ",
			"read /proc/1/root" + h.visible + "/.env":    "refused: ",
			"read /proc/self/root" + h.dir + "/file":     "gained: of the working folder",
			"read /proc/self/root" + h.visible + "/.env": "refused: ",
		} {
			if got := run(t, level, h.policy, strings.Split(attack, " ")...); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, want %q", attack, got, want)
			}
		}
	})
}

func TestPoliciesThatContradictThemselves(t *testing.T) {
	h := newHouse(t)
	for want, change := range map[string]func(*Policy){
		"is also read-write":             func(p *Policy) { p.Hidden = append(p.Hidden, h.dir) },
		"is also read-only":              func(p *Policy) { p.Hidden = append(p.Hidden, h.visible) },
		"/proc: the sandbox has its own": func(p *Policy) { p.ReadOnly = append(p.ReadOnly, "/proc") },
		"/dev: the sandbox has its own":  func(p *Policy) { p.ReadWrite = append(p.ReadWrite, "/dev") },
	} {
		p := h.policy
		change(&p)
		// Also where no level is required.
		_, level, err := Wrap(t.Context(), &p, process.Command{Program: "/bin/sh"})
		if err == nil || !strings.Contains(err.Error(), want) || level != None {
			t.Errorf("%s, %v, want %q", level, err, want)
		}
	}
	// Landlock cannot take anything away from a folder.
	p := h.policy
	p.ReadWrite, p.ReadOnly, p.Hidden = []string{h.visible}, nil, []string{h.visible + "/.env"}
	mounts, err := planOf(&p, "/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wrapInLandlock(&p, mounts, process.Command{Program: "/bin/sh"}); err == nil ||
		!strings.Contains(err.Error(), ".env cannot be hidden in ") {
		t.Error(err)
	}
}

// Links work in the sandbox as they do outside.
func TestLinks(t *testing.T) {
	eachLevel(t, func(t *testing.T, level Level) {
		h := newHouse(t)
		root := filepath.Dir(h.dir)
		for at, to := range map[string]string{
			"one": "shared", "two": root + "/one", "work/up": "../two", "chain": "two/../two/file",
			"loop": "other-loop", "other-loop": "loop", "dangling": "missing",
		} {
			if err := os.Symlink(to, root+"/"+at); err != nil {
				t.Fatal(err)
			}
		}
		h.policy.ReadWrite = []string{root + "/chain", root + "/two", root + "/dangling"}
		for path, want := range map[string]string{
			root + "/chain":        "gained: shared",
			root + "/two/file":     "gained: shared",
			root + "/one/file":     "gained: shared", // on the way
			root + "/shared/file":  "gained: shared",
			root + "/work/up/file": "gained: shared",
			root + "/dangling":     "refused: ",
		} {
			if got := run(t, level, h.policy, "read", path); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s, want %s", path, got, want)
			}
		}
		h.policy.ReadOnly = []string{root + "/loop"}
		if _, err := planOf(&h.policy, "/bin/sh"); err == nil || !strings.Contains(err.Error(), "too many links") {
			t.Error(err)
		}
	})
}

// A workspace that is on the PATH brings no bubblewrap of its own.
func TestBubblewrapIsNotTakenFromTheWorkspace(t *testing.T) {
	h := newHouse(t)
	fake := h.workspace + "/bin/bwrap"
	write(t, fake, "#!/bin/sh\n")
	if err := os.Chmod(fake, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", h.workspace+"/bin")
	if path, err := bwrap(&h.policy); err == nil || !strings.Contains(err.Error(), fake) {
		t.Errorf("%s, %v", path, err)
	}
	t.Setenv("PATH", "")
	if path, err := bwrap(&h.policy); err == nil {
		t.Errorf("%s, %v", path, err)
	}
}

// What goes wrong in the sandbox before the program starts is said there.
func TestWhatGoesWrongInside(t *testing.T) {
	for _, args := range [][]string{
		{"namespaces"},
		{"namespaces", "--", "/bin/sh"},
		{"files", "{", "--", "/bin/sh"},
		{"docker", "{}", "--", "/bin/sh"},
		{"files", `{"Dir":"/"}`, "--", "/bin/sh"}, // it is not visible
	} {
		command := exec.Command(os.Args[0], append([]string{startedAgain}, args...)...)
		text, err := command.CombinedOutput()
		if command.ProcessState.ExitCode() != setUpFailed || !strings.HasPrefix(string(text), "autofix: sandbox: ") {
			t.Errorf("%q: %v, %s", args, err, text)
		}
	}
}
