package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/monorepo"
)

// A made workspace is a tree on disk at a revision, with a server.
type made struct {
	*monorepo.Server
	tree     *monorepo.Tree
	revision int
}

// make generates a workspace. The caller removes it by discard.
func (b *bench) make(name string, targets int, goOnly bool) (*made, error) {
	t, err := monorepo.New(targets, goOnly, func(p *monorepo.Package) ([]byte, error) {
		return render("package.BUILD.bazel.tmpl", p)
	})
	if err != nil {
		return nil, err
	}
	m := &made{tree: t, Server: &monorepo.Server{
		Dir:   filepath.Join(b.dir, fmt.Sprintf("%s-%d", name, targets)),
		Bazel: filepath.Join(b.repository, "bazelw"),
	}}
	if err := t.Write(m.Dir, m.revision); err != nil {
		return nil, err
	}
	return m, b.writeTop(m.Dir, goOnly)
}

func (b *bench) discard(m *made) error {
	if b.keep {
		return nil
	}
	if err := m.Remove(); err != nil {
		return err
	}
	return os.RemoveAll(m.Dir)
}

// writeTop writes the files that turn the tree below root into a workspace.
// With nogo, nogo checks its Go libraries.
func (b *bench) writeTop(root string, nogo bool) error {
	data := struct {
		Repository, Tool, Strategy, Flags string
		Nogo                              bool
	}{b.repository, b.tool, b.strategy, b.flags, nogo}
	rendered := map[string]string{
		"MODULE.bazel":       "MODULE.bazel.tmpl",
		".bazelrc":           "bazelrc.tmpl",
		"tools/per_file.bzl": "per_file.bzl.tmpl",
		"tools/noop.bzl":     "noop.bzl.tmpl",
	}
	copied := map[string]string{"tools/autofix.bazelrc": "rules/autofix.bazelrc"}
	if nogo {
		rendered["tools/nogo/BUILD.bazel"] = "nogo.BUILD.bazel.tmpl"
		rendered["tools/nogo/gofumpt.go"] = "gofumpt.go.tmpl"
		copied["go.sum"] = "go.sum"
		if err := b.writeGoMod(root); err != nil {
			return err
		}
	}
	for name, template := range rendered {
		text, err := render(template, data)
		if err != nil {
			return err
		}
		if err := monorepo.WriteFile(filepath.Join(root, name), text); err != nil {
			return err
		}
	}
	for name, from := range copied {
		text, err := os.ReadFile(filepath.Join(b.repository, from))
		if err != nil {
			return err
		}
		if err := monorepo.WriteFile(filepath.Join(root, name), text); err != nil {
			return err
		}
	}
	const fix = "load(\"@rules_autofix//rules:defs.bzl\", \"fix\")\n\nfix(name = \"fix\")\n"
	if err := monorepo.WriteFile(filepath.Join(root, "BUILD.bazel"), []byte(fix)); err != nil {
		return err
	}
	return monorepo.WriteFile(filepath.Join(root, "tools/BUILD.bazel"), nil)
}

// writeGoMod makes the analyzer use the same versions as the tool.
func (b *bench) writeGoMod(root string) error {
	text, err := os.ReadFile(filepath.Join(b.repository, "go.mod"))
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	mod := "module example.com/bench\n" + strings.ReplaceAll(rest, " // indirect", "")
	return monorepo.WriteFile(filepath.Join(root, "go.mod"), []byte(mod))
}

// changeAll changes all files, so that every check has to run again.
func (m *made) changeAll() error {
	m.revision++
	return m.tree.Write(m.Dir, m.revision)
}

// changeOne changes one of the files with this extension, a different one each
// time.
func (m *made) changeOne(ending string) error {
	var all []*monorepo.File
	for _, f := range m.tree.Files() {
		if strings.HasSuffix(f.Path, ending) {
			all = append(all, f)
		}
	}
	m.revision++
	f := all[m.revision%len(all)]
	return monorepo.WriteFile(filepath.Join(m.Dir, filepath.FromSlash(f.Path)), f.Text(m.revision))
}

// spoilOne restores the finding of a file that fix has fixed, a different one
// each time.
func (m *made) spoilOne() error {
	var all []*monorepo.File
	for _, f := range m.tree.Files() {
		if f.Finding && strings.HasSuffix(f.Path, ".sh") {
			all = append(all, f)
		}
	}
	m.revision++
	f := all[m.revision%len(all)]
	return monorepo.WriteFile(filepath.Join(m.Dir, filepath.FromSlash(f.Path)), f.Text(m.revision))
}

// fix returns the wall time of `bazel run //:fix`. Its output must contain
// want, to ensure that it did the intended work.
func (m *made) fix(ctx context.Context, want string) (time.Duration, error) {
	start := time.Now()
	out, err := m.Run(ctx, "run", "--disk_cache=", "//:fix", "--", "--", "--disk_cache=")
	took := time.Since(start)
	if err == nil && !strings.Contains(out, want) {
		err = fmt.Errorf("bazel run //:fix: does not say %q:\n%s", want, out)
	}
	return took, err
}
