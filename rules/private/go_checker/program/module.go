package main

import (
	"fmt"
	"go/version"
	"os"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// moduleOf returns the module of a go.mod, or nil for the name "".
func moduleOf(name string) (*analysis.Module, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the module: %w", err)
	}
	module := &analysis.Module{}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		switch words := strings.Fields(line); {
		case len(words) != 2:
		case words[0] == "module" && module.Path == "":
			module.Path = strings.Trim(words[1], "\"`")
		case words[0] == "go" && module.GoVersion == "":
			module.GoVersion = words[1]
		}
	}
	// A check of types refuses the language of a version that is not out yet.
	// The compiler is of that version, too, and has not refused it.
	if version.Compare("go"+module.GoVersion, runtime.Version()) > 0 {
		module.GoVersion = ""
	}
	return module, nil
}
