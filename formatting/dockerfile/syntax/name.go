package syntax

import "github.com/rules-autofix/rules_autofix/formatting"

// others are files that are something else whatever stands before: sources that
// are about Dockerfiles, notes, archives, and templates that a Dockerfile is yet
// to be made of.
var others = []string{
	"*.dockerignore", "*.go", "*.py", "*.js", "*.ts", "*.mjs", "*.rs", "*.java", "*.kt", "*.rb", "*.c", "*.h", "*.cc", "*.cpp", "*.cs", "*.php", "*.swift", "*.lua",
	"*.sh", "*.bash", "*.ps1", "*.bzl", "*.bazel", "*.star", "*.md", "*.rst", "*.adoc", "*.txt", "*.html", "*.css", "*.json", "*.yaml", "*.yml", "*.toml", "*.xml",
	"*.ini", "*.lock", "*.sum", "*.log", "*.diff", "*.patch", "*.orig", "*.rej", "*.bak", "*.swp", "*.tmpl", "*.tpl", "*.template", "*.j2", "*.jinja", "*.jinja2",
	"*.erb", "*.mustache", "*.hbs", "*.in", "*.m4", "*.vim", "*.svg", "*.png", "*.txtar",
	// BuildKit reads a policy from Dockerfile.rego.
	"*.rego", "*.tf", "*.tfvars", "*.hcl", "*.nix", "*.cue", "*.jsonnet", "*.libsonnet", "*.dhall", "*.pkl", "*.proto", "*.graphql", "*.sql", "*.csv", "*.tsv",
	"*.jsx", "*.tsx", "*.cjs", "*.mts", "*.cts", "*.vue", "*.svelte", "*.scss", "*.less", "*.json5", "*.jsonc", "*.jsonl", "*.snap", "*.map",
	"*.kts", "*.groovy", "*.gradle", "*.scala", "*.clj", "*.hs", "*.ml", "*.ex", "*.exs", "*.erl", "*.dart", "*.zig", "*.nim", "*.cxx", "*.hpp", "*.m", "*.fs", "*.vb",
	"*.pl", "*.pm", "*.r", "*.jl", "*.ipynb", "*.tcl", "*.awk", "*.sed", "*.zsh", "*.fish", "*.bat", "*.cmd", "*.psm1", "*.mk", "*.cmake",
	"*.mdx", "*.markdown", "*.org", "*.tex", "*.pdf", "*.htm", "*.xsl", "*.xsd", "*.plist", "*.properties", "*.conf", "*.cfg", "*.env", "*.service",
	"*.tar", "*.tgz", "*.gz", "*.bz2", "*.xz", "*.zst", "*.lz4", "*.zip", "*.7z", "*.jar", "*.deb", "*.rpm", "*.apk", "*.whl", "*.iso", "*.img", "*.qcow2", "*.so", "*.exe",
	"*.sig", "*.asc", "*.gpg", "*.pem", "*.sha256", "*.md5", "*.sbom", "*.spdx", "*.sarif", "*.jpg", "*.jpeg", "*.gif", "*.webp", "*.ico", "*.drawio", "*.puml", "*.dot", "*.mmd",
	"*.liquid", "*.ejs", "*.pug", "*.haml", "*.slim", "*.twig", "*.njk", "*.gotmpl", "*.tera", "*.mako", "*.handlebars", "*.cookiecutter", "*.ctmpl", "*.gtpl", "*.tt", "*.ytt", "*.envsubst", "*.subst",
	"*.old", "*.save", "*.out", "*.err", "*.cache", "*.tmp", "*.temp", "*.swo", "*~",
}

// Names are the names of Dockerfiles: Dockerfile or Containerfile, in whatever
// case, alone or with a name before or after it, separated by a dot, such as
// api.Dockerfile and Dockerfile.dev.
var Names = formatting.NewNames("dockerfile", "*.dockerfile", "dockerfile.*", "containerfile", "*.containerfile", "containerfile.*").
	Without(others...).InAnyCase()

// Named reports whether a file is a Dockerfile by its name.
func Named(file string) bool { return Names.Match(file) }
