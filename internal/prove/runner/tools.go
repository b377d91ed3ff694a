package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A tools has the programs and folders of this machine for commands.
type tools struct {
	path      []string // folders of programs
	folders   []string // to read, in addition to the system's
	variables []string // the places of tools
	goModules string   // the person's cache of modules, or ""
	goProxy   string
	bazelisk  string // where the person's Bazelisk keeps its downloads, or ""
}

// managers are the variables of programs that choose between versions of others,
// by the name of their folder.
var managers = map[string]string{
	".pyenv": "PYENV_ROOT", ".rbenv": "RBENV_ROOT", ".nodenv": "NODENV_ROOT", ".asdf": "ASDF_DATA_DIR", ".sdkman": "SDKMAN_DIR",
	".volta": "VOLTA_HOME",
}

// findTools looks at the PATH of this process. Folders of the tree and hidden
// folders are skipped: their programs would be the repository's choice.
func findTools(ctx context.Context, s *scratch, tree string, hidden []string) *tools {
	t := &tools{goProxy: "direct"}
	home, _ := os.UserHomeDir()
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		within := func(around string) bool { return person.Within(around, dir) }
		if !filepath.IsAbs(dir) || slices.ContainsFunc(append([]string{tree, s.root}, hidden...), within) {
			continue
		}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		t.path = append(t.path, dir)
		t.folders = append(t.folders, dir)
		t.folders = append(t.folders, beside(dir)...)
		root := filepath.Dir(dir)
		if name, found := managers[filepath.Base(root)]; found && filepath.Dir(root) == home {
			t.folders = append(t.folders, root)
			t.variables = append(t.variables, name+"="+root)
		}
	}
	if java := os.Getenv("JAVA_HOME"); filepath.IsAbs(java) {
		t.folders = append(t.folders, java)
		t.variables = append(t.variables, "JAVA_HOME="+java)
	}
	rustup := os.Getenv("RUSTUP_HOME")
	if rustup == "" && home != "" {
		rustup = filepath.Join(home, ".rustup")
	}
	if _, err := os.Stat(rustup); err == nil {
		t.folders = append(t.folders, rustup)
		t.variables = append(t.variables, "RUSTUP_HOME="+rustup)
	}
	t.findBazel()
	t.askGo(ctx, s)
	slices.Sort(t.variables)
	t.variables = slices.Compact(t.variables)
	return t
}

// beside returns the folders with the libraries of the programs of a folder. It
// leaves out the share folder of the home, much of which is private.
func beside(dir string) []string {
	if name := filepath.Base(dir); name != "bin" && name != "sbin" {
		return nil
	}
	root := filepath.Dir(dir)
	names := []string{"lib", "lib64", "libexec", "include", "share"}
	if filepath.Base(root) == ".local" {
		names = names[:len(names)-1]
	}
	var folders []string
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(root, name)); err == nil && info.IsDir() {
			folders = append(folders, filepath.Join(root, name))
		}
	}
	// A file marks a virtual environment of Python.
	if _, err := os.Stat(filepath.Join(root, "pyvenv.cfg")); err == nil {
		folders = append(folders, root)
	}
	return folders
}

// installation returns the files that a program needs: its file, the target of
// its link, the interpreter of a script, and the folders next to these.
func installation(program string) []string {
	folders := append([]string{program}, beside(filepath.Dir(program))...)
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		return folders
	}
	folders = append(append(folders, real), beside(filepath.Dir(real))...)
	if at := strings.Index(real, string(filepath.Separator)+"node_modules"+string(filepath.Separator)); at > 0 {
		folders = append(folders, real[:at]+string(filepath.Separator)+"node_modules")
	}
	if other := interpreter(real); other != "" && other != program {
		folders = append(folders, installation(other)...)
	}
	return folders
}

// interpreter returns the absolute path in the first line of a script, or "". A
// program that env would look up is on the PATH.
func interpreter(script string) string {
	file, err := os.Open(script)
	if err != nil {
		return ""
	}
	defer file.Close()
	start := make([]byte, 512)
	n, _ := file.Read(start)
	line, found := bytes.CutPrefix(start[:n], []byte("#!"))
	if !found {
		return ""
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) == 0 || !filepath.IsAbs(words[0]) || filepath.Base(words[0]) == "env" {
		return ""
	}
	return words[0]
}

// askTime bounds a question to a tool.
const askTime = 10 * time.Second

// askGo asks the go command of the PATH where its parts are. It runs outside of
// the tree, with the settings of the person.
func (t *tools) askGo(ctx context.Context, s *scratch) {
	var program string
	for _, dir := range t.path {
		if found, err := exec.LookPath(filepath.Join(dir, "go")); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	var out bytes.Buffer
	command := process.Command{
		Program: program, Args: []string{"env", "-json", "GOROOT", "GOMODCACHE", "GOPROXY"}, Dir: s.tmp, Stdout: &out, Group: true, Grace: grace,
	}
	var answer struct{ GOROOT, GOMODCACHE, GOPROXY string }
	if code, err := command.Run(ctx); err != nil || code != 0 || json.Unmarshal(out.Bytes(), &answer) != nil {
		return // go itself reports it
	}
	if filepath.IsAbs(answer.GOROOT) {
		t.folders = append(t.folders, answer.GOROOT)
	}
	if answer.GOPROXY != "" {
		t.goProxy = answer.GOPROXY
	}
	if info, err := os.Stat(answer.GOMODCACHE); err == nil && info.IsDir() && filepath.IsAbs(answer.GOMODCACHE) {
		t.goModules = answer.GOMODCACHE
		t.folders = append(t.folders, answer.GOMODCACHE)
	}
}
