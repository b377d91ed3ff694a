package survey

import (
	"cmp"
	"path"
	"slices"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// titles has the names of the built-in languages as people write them.
var titles = map[string]string{
	"cue": "CUE", "dockerfile": "Dockerfile", "go": "Go", "gomod": "go.mod", "hcl": "HCL", "json": "JSON", "jsonnet": "Jsonnet",
	"protobuf": "Protocol Buffers", "shell": "shell", "starlark": "Starlark", "toml": "TOML", "yaml": "YAML",
}

// more has the extensions of languages without a checker, or with a formatter
// that is off by default.
var more = map[string]string{
	".adoc": "AsciiDoc", ".clj": "Clojure", ".cs": "C#", ".dart": "Dart", ".ex": "Elixir", ".exs": "Elixir", ".hs": "Haskell",
	".htm": "HTML", ".html": "HTML", ".kt": "Kotlin", ".kts": "Kotlin", ".lua": "Lua", ".m": "Objective-C", ".md": "Markdown",
	".ml": "OCaml", ".mm": "Objective-C", ".php": "PHP", ".pl": "Perl", ".proto": "Protocol Buffers", ".rb": "Ruby", ".rst": "reStructuredText", ".scala": "Scala",
	".sql": "SQL", ".svelte": "Svelte", ".swift": "Swift", ".txt": "text", ".vue": "Vue", ".xml": "XML", ".yaml": "YAML", ".yml": "YAML", ".zig": "Zig",
}

// language returns the language of a file, or "" if it is not known. Head
// returns its first bytes.
func language(file string, formats *formatting.Registry, head func() []byte) string {
	if known := formats.For(file, nil); known != nil {
		return title(known)
	}
	extension := path.Ext(file)
	for name, extensions := range report.Lintable {
		if slices.Contains(extensions, extension) {
			return name
		}
	}
	if name := more[extension]; name != "" || extension != "" {
		return name
	}
	if known := formats.For(file, head()); known != nil {
		return title(known)
	}
	return ""
}

func title(known formatting.Language) string { return cmp.Or(titles[known.Name()], known.Name()) }
