// Package bcr_test checks .bcr against the format of the Bazel Central Registry
// and against this repository.
package bcr_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/build"
	"go.yaml.in/yaml/v4"
)

const root = "../.."

// metadata is metadata.json, as defined by metadata.schema.json and the
// guidelines of the registry.
type metadata struct {
	Homepage       string            `json:"homepage"`
	Maintainers    []maintainer      `json:"maintainers"`
	Repository     []string          `json:"repository"`
	Versions       []string          `json:"versions"`
	YankedVersions map[string]string `json:"yanked_versions"`
	Deprecated     string            `json:"deprecated"`
}

type maintainer struct {
	GitHub       string `json:"github"`
	GitHubUserID int    `json:"github_user_id"`
	Name         string `json:"name"`
	Email        string `json:"email"`
	DoNotNotify  bool   `json:"do_not_notify"`
}

// source is the template from which publish-to-bcr generates a source.json.
type source struct {
	Integrity   string `json:"integrity"`
	StripPrefix string `json:"strip_prefix"`
	URL         string `json:"url"`
}

// presubmit is the part of presubmit.yml for a test module.
type presubmit struct {
	TestModule struct {
		ModulePath string              `yaml:"module_path"`
		Matrix     map[string][]string `yaml:"matrix"`
		Tasks      map[string]task     `yaml:"tasks"`
	} `yaml:"bcr_test_module"`
}

type task struct {
	Name         string   `yaml:"name"`
	Platform     string   `yaml:"platform"`
	Bazel        string   `yaml:"bazel"`
	BuildFlags   []string `yaml:"build_flags"`
	BuildTargets []string `yaml:"build_targets"`
	TestFlags    []string `yaml:"test_flags"`
	TestTargets  []string `yaml:"test_targets"`
}

func TestTemplates(t *testing.T) {
	var about metadata
	if err := parseJSON(read(t, ".bcr/metadata.template.json"), &about); err != nil {
		t.Errorf("metadata.template.json: %v", err)
	} else if err := checkMetadata(about); err != nil {
		t.Errorf("metadata.template.json: %v", err)
	}
	var from source
	if err := parseJSON(read(t, ".bcr/source.template.json"), &from); err != nil {
		t.Errorf("source.template.json: %v", err)
	} else if err := checkSource(from, about.Repository); err != nil {
		t.Errorf("source.template.json: %v", err)
	}
	var tested presubmit
	if err := parseYAML(read(t, ".bcr/presubmit.yml"), &tested); err != nil {
		t.Fatalf("presubmit.yml: %v", err)
	}
	if err := checkPresubmit(tested); err != nil {
		t.Errorf("presubmit.yml: %v", err)
	}
	checkTestModule(t, tested)
	var config struct {
		ModuleRoots []string `yaml:"moduleRoots"`
	}
	if err := parseYAML(read(t, ".bcr/config.yml"), &config); err != nil || !slices.Equal(config.ModuleRoots, []string{"."}) {
		t.Errorf("config.yml: moduleRoots are %q, want the one that the templates are for: %v", config.ModuleRoots, err)
	}
}

// checkTestModule checks that the test module of the presubmit exists, uses
// this module from the checkout with its version, and defines the configs that
// the tasks name.
func checkTestModule(t *testing.T, p presubmit) {
	t.Helper()
	folder := p.TestModule.ModulePath
	own, test := moduleFile(t, "MODULE.bazel"), moduleFile(t, path.Join(folder, "MODULE.bazel"))
	module := own.Rules("module")[0]
	if !slices.ContainsFunc(test.Rules("bazel_dep"), func(dep *build.Rule) bool {
		return dep.Name() == module.Name() && dep.AttrString("version") == module.AttrString("version")
	}) {
		t.Errorf("%s: no bazel_dep on %s %s", folder, module.Name(), module.AttrString("version"))
	}
	if !slices.ContainsFunc(test.Rules("local_path_override"), func(override *build.Rule) bool {
		return override.AttrString("module_name") == module.Name() && path.Join(folder, override.AttrString("path")) == "."
	}) {
		t.Errorf("%s: no local_path_override of %s by the checkout that it is in", folder, module.Name())
	}
	presets := read(t, "rules/autofix.bazelrc")
	for name, task := range p.TestModule.Tasks {
		for _, flag := range append(task.BuildFlags, task.TestFlags...) {
			if config, ok := strings.CutPrefix(flag, "--config="); ok && !bytes.Contains(presets, []byte("build:"+config+" ")) {
				t.Errorf("task %s: there is no --config=%s in the presets", name, config)
			}
		}
	}
}

func checkMetadata(m metadata) error {
	switch {
	case !strings.HasPrefix(m.Homepage, "https://"):
		return errors.New("homepage: no address")
	case len(m.Maintainers) == 0:
		return errors.New("maintainers: none")
	case m.Versions == nil || len(m.Versions) > 0 || m.YankedVersions == nil:
		return errors.New("versions and yanked_versions: the registry fills them in; leave both empty")
	case len(m.Repository) == 0:
		return errors.New("repository: none, so no source would be allowed")
	}
	for _, maintainer := range m.Maintainers {
		if !regexp.MustCompile(`^[-a-zA-Z0-9]+$`).MatchString(maintainer.GitHub) {
			return fmt.Errorf("maintainers: github: %q is not a name", maintainer.GitHub)
		}
	}
	for _, repository := range m.Repository {
		if !regexp.MustCompile(`^github:[-\w]+/[-.\w]+$`).MatchString(repository) {
			return fmt.Errorf("repository: %q is not github:OWNER/REPO", repository)
		}
	}
	return nil
}

// checkSource checks that the source, after the values of a release are
// substituted, is a release archive of a repository that the metadata allows.
// Archives generated by the code host have no stable digest.
func checkSource(s source, repositories []string) error {
	if s.Integrity != "" {
		return errors.New("integrity: the release fills it in; leave it empty")
	}
	if len(repositories) == 0 {
		return errors.New("url: no repository allows it")
	}
	owner, repo, _ := strings.Cut(strings.TrimPrefix(repositories[0], "github:"), "/")
	fill := strings.NewReplacer("{OWNER}", owner, "{REPO}", repo, "{TAG}", "v1.2.3", "{VERSION}", "1.2.3")
	url, prefix := fill.Replace(s.URL), fill.Replace(s.StripPrefix)
	switch {
	case !strings.HasPrefix(url, "https://github.com/"+owner+"/"+repo+"/releases/download/v1.2.3/"):
		return fmt.Errorf("url: %s is not a release archive of %s", url, repositories[0])
	case strings.ContainsAny(url+prefix, "{}"):
		return fmt.Errorf("%s, %s: what is in braces is known to nobody", url, prefix)
	case strings.Contains(prefix, "v1.2.3"):
		return fmt.Errorf("strip_prefix: %s: folders of release archives have the version, without a v", prefix)
	}
	return nil
}

var variable = regexp.MustCompile(`^\$\{\{ (\w+) \}\}$`)

func checkPresubmit(p presubmit) error {
	m := p.TestModule
	if !filepath.IsLocal(m.ModulePath) || len(m.Tasks) == 0 {
		return errors.New("bcr_test_module: it needs a module_path in the repository, and tasks")
	}
	for _, version := range m.Matrix["bazel"] {
		if !regexp.MustCompile(`^([7-9]|[1-9]\d+)\.x$`).MatchString(version) {
			return fmt.Errorf("matrix: bazel: %q is not a series of Bazel from 7.x on", version)
		}
	}
	for name, task := range m.Tasks {
		if len(task.TestTargets) == 0 {
			return fmt.Errorf("task %s: no test_targets", name)
		}
		for field, value := range map[string]string{"platform": task.Platform, "bazel": task.Bazel} {
			match := variable.FindStringSubmatch(value)
			if match == nil || len(m.Matrix[match[1]]) == 0 {
				return fmt.Errorf("task %s: %s: %q is not a variable of the matrix", name, field, value)
			}
		}
	}
	return nil
}

func parseJSON(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

func parseYAML(data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	return decoder.Decode(into)
}

func moduleFile(t *testing.T, name string) *build.File {
	t.Helper()
	file, err := build.ParseModule(name, read(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
