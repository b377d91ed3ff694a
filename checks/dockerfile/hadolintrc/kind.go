package hadolintrc

import "github.com/rules-autofix/rules_autofix/config"

// Kind are the files. In a folder that has both, the first holds.
var Kind = &config.FileKind{
	Name:   "hadolint",
	Names:  []string{".hadolint.yaml", ".hadolint.yml"},
	Obeyed: true,
	Guide: []config.FileHolder{{
		Files: "`.hadolint.yaml`, `.hadolint.yml`",
		Holds: "the Dockerfiles in its folder and below, down to the next one. In a folder that has both, the first",
	}},
}
