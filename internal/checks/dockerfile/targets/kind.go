package targets

import "github.com/rules-autofix/rules_autofix/internal/config"

// Kind describes the files of docker buildx bake and Compose.
var Kind = &config.FileKind{
	Name: "docker-builds",
	Names: []string{
		"docker-bake*.hcl", "docker-bake*.json", "compose*.yaml", "compose*.yml", "docker-compose*.yaml", "docker-compose*.yml",
	},
	Guide: []config.FileHolder{{
		Files: "`docker-bake*.hcl`, `docker-bake*.json`, `compose*.yaml`, `docker-compose*.yaml`, and these in `.yml`",
		Holds: "the Dockerfiles in its folder and below: which stages are built by name",
	}},
}
