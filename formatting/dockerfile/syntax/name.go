package syntax

import "github.com/rules-autofix/rules_autofix/formatting"

// others are files that are something else whatever stands before: sources that
// are about Dockerfiles, notes, and templates that a Dockerfile is yet to be
// made of.
var others = []string{
	"*.dockerignore", "*.go", "*.py", "*.js", "*.ts", "*.mjs", "*.rs", "*.java", "*.kt", "*.rb", "*.c", "*.h", "*.cc", "*.cpp", "*.cs", "*.php", "*.swift", "*.lua",
	"*.sh", "*.bash", "*.ps1", "*.bzl", "*.bazel", "*.star", "*.md", "*.rst", "*.adoc", "*.txt", "*.html", "*.css", "*.json", "*.yaml", "*.yml", "*.toml", "*.xml",
	"*.ini", "*.lock", "*.sum", "*.log", "*.diff", "*.patch", "*.orig", "*.rej", "*.bak", "*.swp", "*.tmpl", "*.tpl", "*.template", "*.j2", "*.jinja", "*.jinja2",
	"*.erb", "*.mustache", "*.hbs", "*.in", "*.m4", "*.vim", "*.svg", "*.png", "*.txtar",
}

// Names are those of Dockerfiles: Dockerfile or Containerfile, in whatever
// case, alone or with a name before or after it, separated by a dot, such as
// api.Dockerfile and Dockerfile.dev.
var Names = formatting.NewNames("dockerfile", "*.dockerfile", "dockerfile.*", "containerfile", "*.containerfile", "containerfile.*").
	Without(others...).InAnyCase()

// Named reports whether a file is a Dockerfile by its name.
func Named(file string) bool { return Names.Match(file) }
