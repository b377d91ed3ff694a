package starlark

import (
	"maps"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A doc documents a category. Fix, safety and how are empty if buildtools has
// no fix for it.
type doc struct {
	name    string          // of the category, as in buildtools
	summary string          // one line: what the rule requires
	why     string          // why it matters
	bad     string          // an example with a finding
	good    string          // the example without it
	fix     string          // the title of the fix
	safety  fixedits.Safety // of the fix
	how     string          // what the fix does, and the reason for its safety
	off     bool            // off unless configured, as in buildifier
}

// docs has every category of buildtools, by name. It is built when a run first
// needs it, as are the values derived from it.
var docs = sync.OnceValue(func() map[string]doc {
	all := nativeDocs()
	for _, table := range [][]doc{buildDocs, libraryDocs, ruleDocs} {
		for _, d := range table {
			all[d.name] = d
		}
	}
	return all
})

// categories returns the names of docs in the order in which buildifier applies
// them.
var categories = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(docs())) })

var rules = sync.OnceValue(func() []checks.Rule {
	all := make([]checks.Rule, len(categories()))
	for i, category := range categories() {
		all[i] = docs()[category].rule(category)
	}
	return all
})

func (d doc) rule(category string) checks.Rule {
	r := checks.Rule{
		Name:     namespace + category,
		Summary:  d.summary,
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Safety:   d.safety,
		Why:      d.why + " To suppress a finding, add the comment `# buildifier: disable=" + category + "` to its line or above it.",
		Bad:      d.bad,
		Good:     d.good,
		Fix:      d.how,
	}
	if d.off {
		r.Severity = config.SeverityOff
		r.Why += " The rule is off by default, as in buildifier. To turn it on, give it a severity in autofix.toml."
	}
	if slices.Contains(style, category) {
		r.Phase = fixedits.PhaseStyle
	}
	return r
}

// style lists the categories about the form of a file rather than its meaning.
var style = []string{
	"confusing-name",
	"function-docstring",
	"function-docstring-args",
	"function-docstring-header",
	"function-docstring-return",
	"module-docstring",
	"name-conventions",
	"skylark-comment",
	"skylark-docstring",
	"unsorted-dict-items",
}

// nativeDocs documents the categories named native-*, each of which requires
// that some rules or symbols are loaded.
func nativeDocs() map[string]doc {
	all := map[string]doc{
		"native-android":                   native("the Android rules", "@rules_android//android:rules.bzl", "android_library"),
		"native-py":                        native("the Python rules", "@rules_python//python:defs.bzl", "py_library"),
		"native-cc-objc-import":            native("objc_import", "@rules_cc//cc:objc_import.bzl", "objc_import"),
		"native-cc-objc-library":           native("objc_library", "@rules_cc//cc:objc_library.bzl", "objc_library"),
		"native-java-package-config":       native("java_package_configuration", "@rules_java//java/toolchains:java_package_configuration.bzl", "java_package_configuration"),
		"native-proto":                     native("proto_library", "@protobuf//bazel:proto_library.bzl", "proto_library"),
		"native-cc-proto":                  native("cc_proto_library", "@protobuf//bazel:cc_proto_library.bzl", "cc_proto_library"),
		"native-java-proto":                native("java_proto_library", "@protobuf//bazel:java_proto_library.bzl", "java_proto_library"),
		"native-java-lite-proto":           native("java_lite_proto_library", "@protobuf//bazel:java_lite_proto_library.bzl", "java_lite_proto_library"),
		"native-proto-lang-toolchain":      native("proto_lang_toolchain", "@protobuf//bazel/toolchains:proto_lang_toolchain.bzl", "proto_lang_toolchain"),
		"native-proto-info":                native("ProtoInfo", "@protobuf//bazel/common:proto_info.bzl", "ProtoInfo"),
		"native-proto-common":              native("proto_common", "@protobuf//bazel/common:proto_common.bzl", "proto_common"),
		"native-proto-lang-toolchain-info": native("ProtoLangToolchainInfo", "@protobuf//bazel/common:proto_lang_toolchain_info.bzl", "ProtoLangToolchainInfo"),
	}
	for _, rule := range []string{"binary", "import", "library", "shared-library", "test"} {
		symbol := "cc_" + strings.ReplaceAll(rule, "-", "_")
		all["native-cc-"+rule] = native(symbol, "@rules_cc//cc:"+symbol+".bzl", symbol)
	}
	for _, rule := range []string{"toolchain", "toolchain-suite"} {
		symbol := "cc_" + strings.ReplaceAll(rule, "-", "_")
		all["native-cc-"+rule] = native(symbol, "@rules_cc//cc/toolchains:"+symbol+".bzl", symbol)
	}
	for _, rule := range []string{"fdo-prefetch-hints", "fdo-profile", "memprof-profile", "propeller-optimize"} {
		symbol := strings.ReplaceAll(rule, "-", "_")
		all["native-cc-"+rule] = native(symbol, "@rules_cc//cc/toolchains:"+symbol+".bzl", symbol)
	}
	for _, rule := range []string{"binary", "import", "library", "plugin", "test"} {
		symbol := "java_" + rule
		all["native-java-"+rule] = native(symbol, "@rules_java//java:"+symbol+".bzl", symbol)
	}
	for _, rule := range []string{"runtime", "toolchain"} {
		symbol := "java_" + rule
		all["native-java-"+rule] = native(symbol, "@rules_java//java/toolchains:"+symbol+".bzl", symbol)
	}
	for _, rule := range []string{"binary", "library", "test"} {
		symbol := "sh_" + rule
		all["native-sh-"+rule] = native(symbol, "@rules_shell//shell:"+symbol+".bzl", symbol)
	}
	for category, symbol := range map[string]string{
		"common":                   "cc_common",
		"debug-package-info":       "DebugPackageInfo",
		"info":                     "CcInfo",
		"shared-library-hint-info": "CcSharedLibraryHintInfo",
		"shared-library-info":      "CcSharedLibraryInfo",
	} {
		file := strings.ReplaceAll(strings.TrimSuffix(category, "-info"), "-", "_") + "_info"
		if category == "common" || category == "info" {
			file = "cc_" + category
		} else if category != "debug-package-info" {
			file = "cc_" + file
		}
		all["native-cc-"+category] = native(symbol, "@rules_cc//cc/common:"+file+".bzl", symbol)
	}
	for category, symbol := range map[string]string{
		"common":      "java_common",
		"info":        "JavaInfo",
		"plugin-info": "JavaPluginInfo",
	} {
		file := "java_" + strings.ReplaceAll(category, "-", "_")
		all["native-java-"+category] = native(symbol, "@rules_java//java/common:"+file+".bzl", symbol)
	}
	return all
}

func native(what, module, symbol string) doc {
	load := "load(\"" + module + "\", \"" + symbol + "\")\n"
	use := symbol + "(name = \"x\")\n"
	if what == symbol && (strings.HasSuffix(symbol, "Info") || strings.HasSuffix(symbol, "_common")) {
		use = "x = " + symbol + "\n"
	}
	return doc{
		summary: "Load " + what + " instead of using the built-in version",
		why: "Bazel is replacing its built-in rules and providers with those of rulesets, which must be loaded. A file that " +
			"loads them works with all versions of Bazel.",
		bad:    use,
		good:   load + "\n" + use,
		fix:    "Load from " + module,
		safety: fixedits.SafetySuggestion,
		how: "Adds the load statement and removes `native.` from the name. The repository name is the one in MODULE.bazel. In a " +
			"workspace with a WORKSPACE file, it may be the name from before Bazel modules. There is no fix if MODULE.bazel does not " +
			"depend on the module: the finding then names the missing bazel_dep. This is a suggestion, because the ruleset's version " +
			"of a rule may differ from the built-in one.",
	}
}
