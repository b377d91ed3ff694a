//go:build linux

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// A scenario compares the formatter of one language with one tool.
type scenario struct {
	name   string
	corpus string // go, starlark or shell
	config string // our configuration
	peer   string
	args   []string // arguments of the peer, before the files
	dirty  string   // occurs in each output line for an unformatted file
}

var scenarios = []scenario{
	{"gofmt", "go", "[format.go]\nstyle = \"gofmt\"\n", "gofmt", []string{"-l"}, ".go"},
	{
		"gofumpt", "go", "[format.go]\nstyle = \"gofumpt\"\nlang-version = \"go1.26\"\nmodule-path = \"std\"\n",
		"gofumpt",
		[]string{"-l", "-lang=go1.26", "-modpath=std"},
		".go",
	},
	{"buildifier", "starlark", "", "buildifier", []string{"-mode=check", "-config=off"}, " # reformat"},
	{"shfmt", "shell", "[format.shell]\nenabled = true\n", "shfmt", []string{"-l"}, ""},
}

// corpus returns the absolute folder with the measured files.
func corpus(language, folder string) (string, error) {
	if folder != "" {
		return filepath.Abs(folder)
	}
	if language == "go" {
		root, err := goOutput("env", "GOROOT")
		return filepath.Join(root, "src"), err
	}
	return goOutput("env", "GOMODCACHE")
}

// sources returns the files of a folder for a scenario, relative to it, and
// their total size in bytes. It leaves out files that do not parse or are
// marked as generated, links, the files of the module cache, and files that the
// tools skip.
func sources(folder string, s scenario) (files []string, size int, err error) {
	checkers, formats := builtin.Registry("bench")
	configured, err := config.Parse(s.name+".toml", []byte(s.config), checkers.Sections())
	if err != nil {
		return nil, 0, err
	}
	known, err := formats.For(configured, "")
	if err != nil {
		return nil, 0, err
	}
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path == "cache" || entry.Name() == "vendor" || entry.Name() == ".git" {
				return filepath.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() || strings.HasPrefix(path, "-") {
			return nil
		}
		head, err := headOf(name)
		if err != nil {
			return err
		}
		if language := known.For(filepath.ToSlash(path), head); language == nil || language.Name() != s.corpus {
			return nil
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if fixedits.Generated(content) || known.Parse(path, content) != nil {
			return nil
		}
		files = append(files, path)
		size += len(content)
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no %s files in %s: name another folder with -%s", s.corpus, folder, s.corpus)
	}
	return files, size, err
}

// peers are the commands, with their modules, that are installed if no binary
// is given.
var peers = map[string]struct{ module, command string }{
	"gofumpt":    {"mvdan.cc/gofumpt", ""},
	"buildifier": {"github.com/bazelbuild/buildtools", "buildifier"},
	"shfmt":      {"mvdan.cc/sh/v3", "cmd/shfmt"},
}

// tool returns the absolute path of a binary.
func (b *bench) tool(name string) (string, error) {
	given := b.tools[name]
	if name == "autofix" {
		var err error
		*given, err = measure.Autofix(*given, b.dir)
		return *given, err
	}
	if *given != "" {
		return filepath.Abs(*given)
	}
	if name == "gofmt" {
		root, err := goOutput("env", "GOROOT")
		return filepath.Join(root, "bin", "gofmt"), err
	}
	err := b.install(peers[name].module, peers[name].command)
	if err != nil {
		return "", fmt.Errorf("%w; name a binary with -%s", err, name)
	}
	*given = filepath.Join(b.dir, name)
	return *given, nil
}

// install builds a command of a module at the version in go.mod. It uses the
// versions of dependencies that the module itself requires, like its users:
// go.mod need not have all dependencies of the command.
func (b *bench) install(module, command string) error {
	version, err := goOutput("list", "-m", "-f", "{{.Version}}", module)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "install", path.Join(module, command)+"@"+version)
	cmd.Env = append(os.Environ(), "GOBIN="+b.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", cmd, err, out)
	}
	return nil
}

func goOutput(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// headOf returns the first bytes of a file, enough to detect its language.
func headOf(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 256)
	n, err := io.ReadFull(f, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}
