package lint

import "github.com/rules-autofix/rules_autofix/checks/dockerfile/targets"

// Builds returns what files for docker buildx bake and for Compose say that is
// built, of this file or of any other.
func (f *File) Builds() []targets.Build {
	var all []targets.Build
	for _, file := range f.settings.Above(targets.Kind) {
		all = append(all, targets.Read(file.Path, file.Content)...)
	}
	return all
}

// Configured reports whether autofix.toml says something of an option.
func (p *Pass) Configured(option string) bool {
	return p.settings.Config.Configured(p.rule.Name, option)
}
