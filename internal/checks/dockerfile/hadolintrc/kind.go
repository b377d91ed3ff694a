package hadolintrc

import "github.com/rules-autofix/rules_autofix/internal/config"

// Kind describes the files. In a folder with both names, the first applies.
var Kind = &config.FileKind{
	Name:   "hadolint",
	Names:  []string{".hadolint.yaml", ".hadolint.yml"},
	Obeyed: true,
	Guide: []config.FileHolder{{
		Files: "`.hadolint.yaml`, `.hadolint.yml`",
		Holds: "the Dockerfiles in its folder and below, down to the next such file. In a folder with both, the first applies",
	}},
}
