package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// A registry is the registry to write: modules with their folders, and the
// modules that they require.
type registry struct {
	out, at    string            // the folder to write, and its path as seen by Bazel
	overridden map[string]bool   // by name: Bazel has a folder for these and does not query the registry
	folders    map[string]folder // by name
	wanted     map[module]bool
	queue      []string // names of required modules, possibly without a folder
}

// A folder is the folder of a module as seen by Bazel, and its MODULE.bazel.
type folder struct {
	seen string
	file moduleFile
}

func newRegistry(out, at string, overridden []string) *registry {
	r := &registry{
		out: out, at: at,
		overridden: map[string]bool{}, folders: map[string]folder{}, wanted: map[module]bool{},
	}
	for _, name := range overridden {
		r.overridden[name] = true
	}
	return r
}

// seen returns the path, as seen by Bazel, of the module that is written to
// modules/name.
func (r *registry) seen(name string) string { return filepath.Join(r.at, "modules", name) }

// add serves the module m in the folder dir, which Bazel sees as seen.
func (r *registry) add(m module, dir, seen string) error {
	file, err := readModuleFile(filepath.Join(dir, "MODULE.bazel"))
	if err != nil {
		return fmt.Errorf("module %s: %w", m.name, err)
	}
	r.folders[m.name] = folder{seen, file}
	r.wanted[m] = true
	r.want(file)
	return nil
}

// scan makes the registry serve the modules that the MODULE.bazel files
// matching a glob require.
func (r *registry) scan(glob string) error {
	paths, err := filepath.Glob(glob)
	if err != nil {
		return fmt.Errorf("scan %s: %w", glob, err)
	}
	if len(paths) == 0 {
		return fmt.Errorf("scan %s: no files match", glob)
	}
	for _, path := range paths {
		file, err := readModuleFile(path)
		if err != nil {
			return fmt.Errorf("scan: %w", err)
		}
		r.want(file)
	}
	return nil
}

func (r *registry) want(file moduleFile) {
	for _, dep := range file.deps() {
		if !r.overridden[dep.name] && !r.wanted[dep] {
			r.wanted[dep] = true
			r.queue = append(r.queue, dep.name)
		}
	}
}

// write writes the stubs and the registry.
func (r *registry) write() error {
	for _, name := range r.queue {
		if _, known := r.folders[name]; known {
			continue
		}
		if err := r.addStub(name); err != nil {
			return err
		}
	}
	for m := range r.wanted {
		if err := r.writeEntry(m); err != nil {
			return err
		}
	}
	return put(filepath.Join(r.out, "registry", "bazel_registry.json"), []byte("{}\n"))
}

// addStub creates a module with only the files that others load from it. It has
// no dependencies.
func (r *registry) addStub(name string) error {
	dir := filepath.Join(r.out, "modules", name)
	file, err := parseModuleFile("MODULE.bazel", stubModuleFile(name))
	if err != nil {
		return fmt.Errorf("stub of module %q: %w", name, err)
	}
	files := map[string]string{"MODULE.bazel": string(stubModuleFile(name)), "BUILD.bazel": ""}
	for path, text := range stubFiles[name] {
		files[path] = text
	}
	for path, text := range files {
		if err := put(filepath.Join(dir, path), []byte(text)); err != nil {
			return err
		}
	}
	r.folders[name] = folder{r.seen(name), file}
	return nil
}

func (r *registry) writeEntry(m module) error {
	entry := filepath.Join(r.out, "registry", "modules", m.name, m.version)
	source, err := json.Marshal(map[string]string{"type": "local_path", "path": r.folders[m.name].seen})
	if err != nil {
		return err
	}
	if err := put(filepath.Join(entry, "source.json"), append(source, '\n')); err != nil {
		return err
	}
	return put(filepath.Join(entry, "MODULE.bazel"), r.folders[m.name].file.as(m))
}

func readModuleFile(path string) (moduleFile, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return moduleFile{}, err
	}
	return parseModuleFile(path, content)
}

// put writes a file and creates its parent folders.
func put(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}
