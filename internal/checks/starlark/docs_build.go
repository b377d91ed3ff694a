package starlark

import fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

// buildDocs documents the categories about loads, and most of those about BUILD
// files.
var buildDocs = []doc{
	{
		name:    "allowed-symbol-load-locations",
		summary: "Load symbols only from allowed files",
		why: "Some symbols should be loaded from one specific file. Buildifier's tables list these files; without custom " +
			"tables the rule reports nothing.",
	},
	{
		name:    "build-args-kwargs",
		summary: "Do not use *args or **kwargs in BUILD files",
		why:     "Tools that edit BUILD files can edit only arguments that are written out.",
		bad:     "cc_library(name = \"x\", **common)\n",
		good:    "cc_library(\n    name = \"x\",\n    copts = [\"-O2\"],\n)\n",
	},
	{
		name:    "bzl-visibility",
		summary: "Do not load .bzl files from internal or private directories of other packages",
		why: "Private files may change without notice. The rule checks only the paths. It does not see whether the loaded " +
			"file allows the load with visibility().",
		bad:  "load(\"//other/private:x.bzl\", \"x\")\n",
		good: "load(\"//other:defs.bzl\", \"x\")\n",
	},
	{
		name:    "constant-glob",
		summary: "Do not use glob patterns without a wildcard",
		why: "A glob is slow, and it does not report that a named file is missing. List the file instead. There is no fix, " +
			"because the build would break if the file does not exist.",
		bad:  "srcs = glob([\"*.cc\", \"main.cpp\"])\n",
		good: "srcs = glob([\"*.cc\"]) + [\"main.cpp\"]\n",
	},
	{
		name:    "duplicated-name",
		summary: "Use unique target names in a BUILD file",
		why: "A label identifies one target. Macros may allow duplicates, but neither readers nor tools can tell the two " +
			"targets apart.",
		bad:  "a_macro(name = \"x\")\n\nb_macro(name = \"x\")\n",
		good: "a_macro(name = \"x_a\")\n\nb_macro(name = \"x_b\")\n",
	},
	{
		name:    "load",
		summary: "Load only symbols that are used, and each only once",
		why: "Bazel fetches and reads a file even if the loaded symbols are unused, and so does every file that loads this " +
			"one. A .bzl file that re-exports a symbol must assign it: load it as _x and write x = _x. The comment `# " +
			"@unused` keeps a symbol.",
		bad:    "load(\":a.bzl\", \"used\", \"unused\")\n\nused()\n",
		good:   "load(\":a.bzl\", \"used\")\n\nused()\n",
		fix:    "Remove unused loads",
		safety: fixedits.SafetySafe,
		how: "Removes the symbols, and the load statement if none remains. The fix is safe: reading a file has no side " +
			"effects, and a loaded symbol is not visible outside of the file. If a symbol is loaded from two different " +
			"files, remove or rename one of them yourself.",
	},
	{
		name:    "make-location",
		summary: "Use $(execpath) or $(rootpath) instead of $(location)",
		why:     "The attribute decides whether $(location) expands to the exec path or the root path.",
		bad:     "cmd = \"cp $(location :in) $@\"\n",
		good:    "cmd = \"cp $(execpath :in) $@\"\n",
	},
	{
		name:    "native-build",
		summary: "Do not use the native module in BUILD files",
		why:     "All symbols of the native module are available in BUILD files without the prefix.",
		bad:     "native.cc_library(name = \"x\")\n",
		good:    "cc_library(name = \"x\")\n",
		fix:     "Remove native.",
		safety:  fixedits.SafetySuggestion,
		how: "Removes `native.`. This is a suggestion, because the file may load another symbol of the same name, which " +
			"the call would then use.",
	},
	{
		name:    "package-on-top",
		summary: "Put package() before all rules",
		why:     "package() applies to the whole file, and readers expect it at the top.",
		bad:     "cc_library(name = \"x\")\n\npackage(default_visibility = [\"//visibility:public\"])\n",
		good:    "package(default_visibility = [\"//visibility:public\"])\n\ncc_library(name = \"x\")\n",
		fix:     "Move package() to the top",
		safety:  fixedits.SafetySuggestion,
		how: "Moves the call. This is a suggestion, because the call may use a variable that is set above it, and the " +
			"rules above it may get different defaults.",
	},
	{
		name:    "positional-args",
		summary: "Use keyword arguments to call rules and macros in BUILD files",
		why: "A name explains the value, and the order of parameters may change. Buildifier reads the file that a function " +
			"is loaded from to find out whether it is a macro. This checker does not read it, so the rule reports nothing " +
			"yet.",
	},
	{
		name:    "redefined-variable",
		summary: "Assign global variables only once",
		why:     "A variable then has the same value everywhere in the file. Bazel requires it in .bzl files.",
		bad:     "x = 1\nx = 2\n",
		good:    "x = 1\ny = 2\n",
	},
	{
		name:    "unsorted-dict-items",
		summary: "Sort dict items by key",
		why: "Sorted items are easier to find, and two changes that each add an item conflict less often. `# " +
			"@unsorted-dict-items` keeps the order of a dict.",
		bad:    "d = {\n    \"b\": 1,\n    \"a\": 2,\n}\n",
		good:   "d = {\n    \"a\": 2,\n    \"b\": 1,\n}\n",
		fix:    "Sort the dict items",
		safety: fixedits.SafetySuggestion,
		how: "Sorts the items whose keys are strings. This is a suggestion, because iteration over a dict follows the " +
			"order of its items.",
		off: true,
	},
}
