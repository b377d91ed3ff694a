// This is a copy of ../internal/config/leftalone/leftalone.go: this module
// cannot import the module around it. To update it, run
// `go test ./internal/checks/builtin -update` there.

package gazelle

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
)

// A leftClass is a kind of files that are not checked by default.
type leftClass struct {
	Key  string // in [files]: true enables checking
	What string // completes "it is ..."
}

// The classes, in the order in which they are tested.
var (
	leftDependencies = &leftClass{"dependencies", "in a folder of dependencies"}
	leftBuildOutput  = &leftClass{"build-output", "in a folder that a build wrote"}
	leftOtherBuilds  = &leftClass{"other-builds", "of a build that is not Bazel's, by its pants.toml, .buckconfig or .plzconfig"}
	leftTestData     = &leftClass{"test-data", "in a folder of test data"}
	leftGenerated    = &leftClass{"generated", "generated"}
	leftMinified     = &leftClass{"minified", "minified, or a source map"}
	leftExports      = &leftClass{"exports", "a drawing or a page that a program wrote"}

	leftClasses = []*leftClass{leftDependencies, leftBuildOutput, leftOtherBuilds, leftTestData, leftGenerated, leftMinified, leftExports}
)

// leftFolders lists the names of folders of each class, at any depth.
var leftFolders = map[*leftClass][]string{
	leftDependencies: {
		".bundle", ".direnv", ".eggs", ".gradle", ".nox", ".pnpm-store", ".terraform", ".tox", ".venv", ".yarn", "3rdparty",
		"Carthage", "Godeps", "Pods", "__pypackages__", "_vendor", "bower_components", "dist-packages", "elm-stuff",
		"jspm_packages", "node_modules", "site-packages", "third-party", "third_party", "thirdparty", "vendor", "vendored",
	},
	leftBuildOutput: {
		".angular", ".astro", ".docusaurus", ".next", ".nuxt", ".output", ".parcel-cache", ".svelte-kit", ".turbo", ".vercel",
		".vite", "_book", "_next", "_site", "storybook-static",
	},
	leftTestData: {
		"__fixtures__", "__snapshots__", "cassettes", "expected", "fixtures", "golden", "goldens", "snapshots", "test-data",
		"test-fixtures", "test-suite", "test_data", "test_fixtures", "test_suite", "testdata", "testfixtures", "testsuite",
	},
}

// leftNames lists globs of the base names of files of each class.
var leftNames = map[*leftClass][]string{
	leftGenerated: {
		"*.pb.go", "*.pb.gw.go", "*.pb.cc", "*.pb.h", "*_pb.js", "*_pb.ts", "*_pb.d.ts", "*_pb2.py", "*_pb2.pyi",
		"*_pb2_grpc.py", "*.generated.*", "*_generated.*", "zz_generated.*", "*.g.dart", "*.freezed.dart", "*.gr.dart",
		"*.g.cs", "*.g.i.cs", "*.Designer.cs", "*.designer.cs", "*.Designer.vb", "*.pbxproj", "*.storyboard", "*.xib",
		"gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", ".pnp.cjs", ".pnp.js", ".pnp.loader.mjs",
	},
	leftMinified: {
		"*.min.js", "*.min.mjs", "*.min.cjs", "*.min.css", "*.min.html", "*-min.js", "*-min.css",
		"*.js.map", "*.mjs.map", "*.cjs.map", "*.css.map", "*.ts.map",
	},
	leftExports: {"*.svg", "*.drawio", "*.excalidraw", "*.eps", "*.ps", "*.dxf"},
}

var folderClass = sync.OnceValue(func() map[string]*leftClass {
	all := map[string]*leftClass{}
	for class, names := range leftFolders {
		for _, name := range names {
			all[name] = class
		}
	}
	return all
})

// leftByPath returns the class of a file by its path, or nil. The path is workspace
// relative and slash separated. exists, which may be nil, reports whether a
// path is a file.
func leftByPath(file string, exists func(file string) bool) *leftClass {
	folder, base := path.Split(file)
	var in *leftClass
	for at := 0; at < len(folder); {
		length := strings.IndexByte(folder[at:], '/')
		name := folder[at : at+length]
		class := folderClass()[name]
		if class == nil && isOutput(folder[:at], name, exists) {
			class = leftBuildOutput
		}
		if class != nil && (in == nil || rank(class) < rank(in)) {
			in = class
		}
		at += length + 1
	}
	if in != nil {
		return in
	}
	if isHashed(base) {
		return leftBuildOutput
	}
	if isOthers(folder, base, exists) {
		return leftOtherBuilds
	}
	for _, class := range leftClasses {
		for _, glob := range leftNames[class] {
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

func rank(class *leftClass) int {
	for i := range leftClasses {
		if leftClasses[i] == class {
			return i
		}
	}
	return len(leftClasses)
}

// leftOutputs lists, by the names of folders, the files beside such a folder, or in
// it, of which each says that a build wrote it.
var leftOutputs = map[string][]string{
	"target":   {"Cargo.toml", "pom.xml", "target/CACHEDIR.TAG"},
	"dist":     {"package.json", "setup.py", "pyproject.toml", "dist/asset-manifest.json", "dist/.vite/manifest.json", "dist/ngsw.json"},
	"build":    {"package.json", "setup.py", "build.gradle", "build.gradle.kts", "build/asset-manifest.json", "build/CMakeCache.txt", "build/.ninja_log", "build/CACHEDIR.TAG"},
	"out":      {"package.json", "out/.ninja_log", "out/404.html", "out/.nojekyll"},
	"coverage": {"package.json", "coverage/lcov.info"},
	"_build":   {"conf.py", "mix.exs", "dune-project", "rebar.config"},
	"site":     {"mkdocs.yml", "site/sitemap.xml"},
	"public":   {"hugo.toml", "hugo.yaml", "public/asset-manifest.json", "public/build/manifest.json"},
	"www":      {"stencil.config.ts", "www/asset-manifest.json"},
}

// isOutput reports whether a build wrote the folder with this name. above is
// its parent, which is empty or ends with a slash.
func isOutput(above, name string, exists func(file string) bool) bool {
	marks := leftOutputs[name]
	if exists == nil || len(marks) == 0 || name == "build" && exists(above+"build/package.json") {
		return false // a folder of scripts that has its own package
	}
	return slices.ContainsFunc(marks, func(mark string) bool { return exists(above + mark) })
}

// These are the files at the roots of builds. A BUILD file is of the nearest
// one.
var (
	bazelMarkers  = []string{"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", "REPO.bazel"}
	othersMarkers = []string{"pants.toml", ".buckconfig", ".plzconfig"}
)

// isOthers reports whether a file looks like one of Bazel, and is one of a
// build that has other rules and functions. folder is empty or ends with a
// slash.
func isOthers(folder, base string, exists func(file string) bool) bool {
	if exists == nil || base != "BUILD" && !strings.HasSuffix(base, ".BUILD") && !strings.HasSuffix(base, ".bzl") {
		return false
	}
	for {
		within := func(marker string) bool { return exists(folder + marker) }
		if slices.ContainsFunc(bazelMarkers, within) {
			return false
		}
		if slices.ContainsFunc(othersMarkers, within) {
			return true
		}
		if folder == "" {
			return false
		}
		folder = folder[:strings.LastIndexByte(folder[:len(folder)-1], '/')+1]
	}
}

// The names of files that bundlers make of the hash of their content: in hex,
// or in other letters, which must not look like words with a number.
var (
	hexName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[.\-_]([0-9a-f]{8,64})(?:\.(?:chunk|bundle|async|module|worker|iframe))?\.(?:[mc]?js|css|wasm|json|map|html|txt|(?:[mc]?js|css)\.map|js\.LICENSE\.txt)$`)
	})
	otherName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[.\-_]([0-9A-Za-z_-]{8})(?:\.(?:chunk|bundle|async|module|worker))?\.(?:[mc]?js|css|wasm|(?:[mc]?js|css)\.map)$`)
	})
	words = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:[A-Z]*[a-z]*[_-]?)*[0-9]*$`) })
)

// isHashed reports whether the name of a file has the hash of its content.
func isHashed(base string) bool {
	switch path.Ext(base) { // of what the expressions match
	case ".js", ".mjs", ".cjs", ".css", ".wasm", ".json", ".map", ".html", ".txt":
	default:
		return false
	}
	if found := hexName().FindStringSubmatch(base); found != nil {
		return strings.ContainsAny(found[1], "0123456789") && strings.ContainsAny(found[1], "abcdef") // a date has digits only
	}
	found := otherName().FindStringSubmatch(base)
	return found != nil && strings.ContainsAny(found[1], "0123456789") &&
		strings.ToLower(found[1]) != found[1] && !words().MatchString(found[1])
}

const (
	pageSize  = 16 << 10 // bytes of a page that are searched for its generator
	longLines = 250      // average bytes per line of a minified file
)

// leftByContent returns the class of a file by its content, or nil.
//
// The content may be truncated.
func leftByContent(file string, content []byte) *leftClass {
	switch strings.ToLower(path.Ext(file)) {
	case ".html", ".htm", ".xhtml":
		if loadsHashed(content) {
			return leftBuildOutput
		}
		if generator().Match(content[:min(len(content), pageSize)]) {
			return leftExports
		}
	case ".js", ".mjs", ".cjs", ".css":
		if lines := bytes.Count(content, []byte("\n")) + 1; len(content) > 4*longLines && len(content)/lines > longLines {
			return leftMinified
		}
	}
	if saysProgram(content) || isYAML(file) && controllerGen().Match(content[:min(len(content), pageSize)]) {
		return leftGenerated
	}
	return nil
}

func isYAML(file string) bool {
	return strings.HasSuffix(file, ".yaml") || strings.HasSuffix(file, ".yml")
}

// controllerGen matches the annotation of a manifest that controller-gen wrote.
var controllerGen = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^ +controller-gen\.kubebuilder\.io/version:`)
})

// loaded matches the address of a file that a page loads.
var loaded = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)<(?:script|link)\s[^>]*?\b(?:src|href)=["']?([^"'>\s?#]+)`)
})

// loadsHashed reports whether a page loads files that a bundler named, so that
// the bundler wrote the page too. Other files may have a hash of its bytes.
func loadsHashed(content []byte) bool {
	for _, found := range loaded().FindAllSubmatch(content[:min(len(content), pageSize)], 50) {
		if isHashed(path.Base(string(found[1]))) {
			return true
		}
	}
	return false
}

// generator matches the name of the program that generated an HTML page.
var generator = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)<meta\s[^>]*name=["']?generator["']?[\s/>]|<!--\s*generated by `)
})
