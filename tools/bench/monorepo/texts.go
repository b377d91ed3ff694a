package monorepo

import (
	"bytes"
	"embed"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"text/template"

	gofumpt "mvdan.cc/gofumpt/format"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Option("missingkey=error").ParseFS(templateFiles, "templates/*/*.tmpl"))

// render executes a template, named relative to the folder templates.
func render(name string, data any) ([]byte, error) {
	var out bytes.Buffer
	err := templates.ExecuteTemplate(&out, path.Base(name), data)
	return out.Bytes(), err
}

// A targetKind describes one of the targets of each package.
type targetKind struct {
	rule      string
	prefix    string   // of the target's name
	templates []string // of its files, in turn
	extension string
	comment   string // of a revision
	beside    bool   // the first file is the package's BUILD.bazel, and all lie beside it
}

var (
	goKind      = targetKind{rule: "go_library", extension: ".go", comment: "\n// Revision %d.\n", templates: goTemplates}
	shellKind   = targetKind{rule: "sh_library", prefix: "run_", extension: ".sh", comment: "\n# Revision %d.\n", templates: []string{"shell/script.sh.tmpl"}}
	yamlKind    = targetKind{rule: "filegroup", prefix: "deploy_", extension: ".yaml", comment: "\n# Revision %d.\n", templates: []string{"yaml/manifest.yaml.tmpl"}}
	tomlKind    = targetKind{rule: "filegroup", prefix: "settings_", extension: ".toml", comment: "\n# Revision %d.\n", templates: []string{"toml/settings.toml.tmpl"}}
	notesKind   = targetKind{rule: "filegroup", prefix: "notes_", extension: ".md", comment: "\nRevision %d.\n", templates: []string{"notes/page.md.tmpl"}}
	sourcesKind = targetKind{rule: "autofix_sources", prefix: "sources_", extension: ".bzl", comment: "\n# Revision %d.\n", templates: []string{"starlark/macros.bzl.tmpl"}, beside: true}

	goTemplates = []string{"go/model.go.tmpl", "go/report.go.tmpl", "go/store.go.tmpl", "go/text.go.tmpl", "go/watch.go.tmpl"}
	targetKinds = [TargetsPerPackage]targetKind{
		goKind, goKind, goKind, shellKind, shellKind, shellKind, yamlKind, tomlKind, notesKind, sourcesKind,
	}
)

// template returns the template for the file with this number of the target.
func (k *targetKind) template(number int) string { return k.templates[number%len(k.templates)] }

// fileName returns the path of a file relative to the folder of its package.
func (k *targetKind) fileName(targetName string, number int) string {
	switch {
	case k.beside && number == 0:
		return "BUILD.bazel"
	case k.beside:
		return fmt.Sprintf("%s_%d%s", targetName, number, k.extension)
	}
	stem := fmt.Sprintf("part%d", number)
	if len(k.templates) > 1 {
		stem, _, _ = strings.Cut(path.Base(k.template(number)), ".")
	}
	return targetName + "/" + stem + k.extension
}

// newFile returns one file of a target. The seed of its words decides whether
// it has a finding.
func newFile(name string, kind targetKind, number int, w words) (File, error) {
	w.Name = fieldNames[(int(w.seed)+number)%len(fieldNames)]
	body, err := render(kind.template(number), w)
	if err != nil {
		return File{}, err
	}
	f := File{Path: name, comment: kind.comment, Finding: (w.seed*FilesPerTarget+uint64(number))%findingEvery == 3}
	if kind.rule == "go_library" {
		if body, err = gofumpt.Source(body, gofumpt.Options{}); err != nil {
			return File{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	f.body = append(bytes.TrimRight(body, "\n"), '\n')
	if f.Finding {
		f.spoil(kind)
	}
	return f, nil
}

// spoil adds a finding with a safe fix.
func (f *File) spoil(kind targetKind) {
	switch kind.extension {
	case ".go":
		f.body = bytes.Replace(f.body, []byte(" := "), []byte(":="), 1)
		f.body = bytes.Replace(f.body, []byte("\nimport ("), []byte("\n\nimport ("), 1)
	case ".bzl":
		f.body = bytes.Replace(f.body, []byte(" = "), []byte("="), 1)
	default:
		f.comment = strings.TrimSuffix(f.comment, "\n")
	}
}

// words are the values for the templates.
type words struct {
	seed    uint64
	Area    string
	Package string // in lower case
	Type    string // the same in Go mixed caps
	Thing   string
	Verb    string
	Name    string // different for each file of a target
	Number  int
	Fields  []field
}

// A field is a column of the records that a target defines.
type field struct {
	Name    string
	GoType  string
	Comment string
}

// wordsOf returns the words of a target, which depend only on the package and
// slot.
func wordsOf(index, slot int) words {
	seed := uint64(index*TargetsPerPackage + slot)
	random := rand.New(rand.NewPCG(seed, 0))
	thing := things[random.IntN(len(things))]
	w := words{
		seed:    seed,
		Area:    fmt.Sprintf("area%02d", index/packagesPerArea),
		Package: fmt.Sprintf("%s%d", thing, slot),
		Type:    capital(thing),
		Thing:   thing,
		Verb:    verbs[random.IntN(len(verbs))],
		Number:  2 + random.IntN(8),
	}
	names := random.Perm(len(fieldNames))[:3+random.IntN(6)]
	for _, n := range names {
		name := fieldNames[n]
		if slot < 3 {
			name = capital(name)
		}
		w.Fields = append(w.Fields, field{
			Name:    name,
			GoType:  []string{"string", "int", "bool"}[random.IntN(3)],
			Comment: fieldNames[n] + " of the " + thing,
		})
	}
	return w
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

var (
	things     = []string{"invoice", "shipment", "ledger", "account", "ticket", "session", "report", "device", "voucher", "contract"}
	verbs      = []string{"import", "export", "archive", "index", "verify", "replay", "migrate", "restore"}
	fieldNames = []string{"region", "status", "amount", "weight", "priority", "channel", "version", "quota", "stage", "origin", "rating", "batch"}
)
