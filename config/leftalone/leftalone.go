// Package leftalone defines the files that are not checked by default:
// third-party files, test data, and generated files. It recognizes them by name
// and by content.
package leftalone

import (
	"bytes"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A Class is a kind of files that are not checked by default.
type Class struct {
	Key  string // in [files]: true enables checking
	What string // completes "it is ..."
}

// The classes, in the order in which they are tested.
var (
	Dependencies = &Class{"dependencies", "in a folder of dependencies"}
	BuildOutput  = &Class{"build-output", "in a folder that a build wrote"}
	TestData     = &Class{"test-data", "in a folder of test data"}
	Generated    = &Class{"generated", "generated"}
	Minified     = &Class{"minified", "minified, or a source map"}
	Exports      = &Class{"exports", "a drawing or a page that a program wrote"}

	Classes = []*Class{Dependencies, BuildOutput, TestData, Generated, Minified, Exports}
)

// Folders lists the names of folders of each class, at any depth.
var Folders = map[*Class][]string{
	Dependencies: {
		".bundle", ".direnv", ".eggs", ".gradle", ".nox", ".pnpm-store", ".terraform", ".tox", ".venv", ".yarn", "3rdparty",
		"Carthage", "Godeps", "Pods", "__pypackages__", "_vendor", "bower_components", "dist-packages", "elm-stuff",
		"jspm_packages", "node_modules", "site-packages", "third-party", "third_party", "thirdparty", "vendor", "vendored",
	},
	TestData: {
		"__fixtures__", "__snapshots__", "cassettes", "expected", "fixtures", "golden", "goldens", "snapshots", "test-data",
		"test-fixtures", "test-suite", "test_data", "test_fixtures", "test_suite", "testdata", "testfixtures", "testsuite",
	},
}

// Names lists globs of the base names of files of each class.
var Names = map[*Class][]string{
	Generated: {
		"*.pb.go", "*.pb.gw.go", "*.pb.cc", "*.pb.h", "*_pb.js", "*_pb.ts", "*_pb.d.ts", "*_pb2.py", "*_pb2.pyi",
		"*_pb2_grpc.py", "*.generated.*", "*_generated.*", "zz_generated.*", "*.g.dart", "*.freezed.dart", "*.gr.dart",
		"*.g.cs", "*.g.i.cs", "*.Designer.cs", "*.designer.cs", "*.Designer.vb", "*.pbxproj", "*.storyboard", "*.xib",
		"gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", ".pnp.cjs", ".pnp.js", ".pnp.loader.mjs",
	},
	Minified: {
		"*.min.js", "*.min.mjs", "*.min.cjs", "*.min.css", "*.min.html", "*-min.js", "*-min.css",
		"*.js.map", "*.mjs.map", "*.cjs.map", "*.css.map", "*.ts.map",
	},
	Exports: {"*.svg", "*.drawio", "*.excalidraw", "*.eps", "*.ps", "*.dxf"},
}

var folderClass = sync.OnceValue(func() map[string]*Class {
	all := map[string]*Class{}
	for class, names := range Folders {
		for _, name := range names {
			all[name] = class
		}
	}
	return all
})

// ByPath returns the class of a file by its path, or nil. The path is
// workspace relative and slash separated. exists, which may be nil, reports
// whether a path is that of a file.
func ByPath(file string, exists func(file string) bool) *Class {
	folder, base := path.Split(file)
	var in *Class
	for at := 0; at < len(folder); {
		length := strings.IndexByte(folder[at:], '/')
		name := folder[at : at+length]
		class := folderClass()[name]
		if name == "target" && exists != nil && isOutput(folder[:at], exists) {
			class = BuildOutput
		}
		if class != nil && (in == nil || rank(class) < rank(in)) {
			in = class
		}
		at += length + 1
	}
	if in != nil {
		return in
	}
	for _, class := range Classes {
		for _, glob := range Names[class] {
			if matches(glob, base) {
				return class
			}
		}
	}
	return nil
}

// matches is doublestar.Match for a base name, faster for "*SUFFIX".
func matches(glob, base string) bool {
	if suffix, ok := strings.CutPrefix(glob, "*"); ok && !strings.Contains(suffix, "*") {
		return len(base) > len(suffix) && strings.HasSuffix(base, suffix)
	}
	return doublestar.MatchUnvalidated(glob, base)
}

func rank(class *Class) int {
	for i := range Classes {
		if Classes[i] == class {
			return i
		}
	}
	return len(Classes)
}

// isOutput reports whether the folder target is an output folder of Cargo or
// Maven. folder is its parent, which is empty or ends with a slash.
func isOutput(folder string, exists func(file string) bool) bool {
	return exists(folder+"Cargo.toml") || exists(folder+"pom.xml") || exists(folder+"target/CACHEDIR.TAG")
}

const (
	pageSize  = 16 << 10 // bytes of a page that are searched for its generator
	longLines = 250      // average bytes per line of a minified file
)

// ByContent returns the class of a file by its content, or nil.
//
// The content may be truncated.
func ByContent(file string, content []byte) *Class {
	switch strings.ToLower(path.Ext(file)) {
	case ".html", ".htm", ".xhtml":
		if generator().Match(content[:min(len(content), pageSize)]) {
			return Exports
		}
	case ".js", ".mjs", ".cjs", ".css":
		if lines := bytes.Count(content, []byte("\n")) + 1; len(content) > 4*longLines && len(content)/lines > longLines {
			return Minified
		}
	}
	if saysProgram(content) {
		return Generated
	}
	return nil
}

// generator matches the name of the program that generated an HTML page.
var generator = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)<meta\s[^>]*name=["']?generator["']?[\s/>]|<!--\s*generated by `)
})

// byProgram matches a comment line, in lower case and without delimiters, which
// states that the file was generated by a program.
var byProgram = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:` +
		`<auto-?generated\b` +
		`|(?:this|the) (?:file|code|module|script|document) (?:is|was|has been) (?:auto(?:matically)?[- ]?)?generated\b` +
		`|(?:this is an? )?(?:auto|automatically)[- ]?generated (?:file|code|by|from|with|on)\b` +
		`|generated automatically (?:by|from|with)\b` +
		`|generated (?:by|with) .*\bdo not (?:edit|modify|change)\b` +
		`|generated by the protocol buffer compiler\b` +
		`|.*\bgenerated (?:automatically )?by (?:gnu autoconf|autoconf|automake|aclocal)\b` +
		`|do not (?:edit|modify|change)\b.*\b(?:auto-?)?generated\b` +
		`|(?:auto-?)?generated (?:file|code)?[ ,;:.!*-]*do not (?:edit|modify|change)\b` +
		`)`)
})

// saysProgram reports whether a comment at the top of a file states that it was
// generated by a program.
func saysProgram(content []byte) bool {
	return fixedits.InTopComment(content, func(line []byte) bool {
		return bytes.Contains(line, []byte("enerated")) &&
			byProgram().Match(bytes.ToLower(bytes.Trim(line, " \t\r*/#;-%!'=")))
	})
}
