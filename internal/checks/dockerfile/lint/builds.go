package lint

import "github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/targets"

// Builds returns the builds in files of docker buildx bake and Compose, of this
// file or of any other.
func (f *File) Builds() []targets.Build {
	var all []targets.Build
	for _, file := range f.settings.Above(targets.Kind) {
		all = append(all, targets.Read(file.Path, file.Content)...)
	}
	return all
}

// Configured reports whether autofix.toml sets an option.
func (p *Pass) Configured(option string) bool {
	return p.settings.Config.Configured(p.rule.Name, option)
}
