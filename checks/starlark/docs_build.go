package starlark

import fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

// buildDocs has the categories that are mostly about BUILD files, and about loads.
var buildDocs = []doc{
	{
		name:    "allowed-symbol-load-locations",
		summary: "A symbol is loaded from a file that it may be loaded from",
		why: "Some symbols have one right home. Which, buildifier's tables say; without tables of your own the rule finds " +
			"nothing.",
	},
	{
		name:    "build-args-kwargs",
		summary: "A BUILD file passes no *args and no **kwargs",
		why:     "Tools edit BUILD files, and can only edit arguments that are there to be seen.",
		bad:     "cc_library(name = \"x\", **common)\n",
		good:    "cc_library(\n    name = \"x\",\n    copts = [\"-O2\"],\n)\n",
	},
	{
		name:    "bzl-visibility",
		summary: "A .bzl file in a folder named internal or private is loaded only from beside that folder",
		why: "What is private may change without notice. Only the paths are looked at: that the loaded file allows it by " +
			"visibility() is not seen.",
		bad:  "load(\"//other/private:x.bzl\", \"x\")\n",
		good: "load(\"//other:defs.bzl\", \"x\")\n",
	},
	{
		name:    "constant-glob",
		summary: "A pattern of a glob has a wildcard in it",
		why: "A file that is named needs no glob, which is slow, and which says nothing when the file is missing. There is " +
			"no fix, since a file that is missing would then break the build.",
		bad:  "srcs = glob([\"*.cc\", \"main.cpp\"])\n",
		good: "srcs = glob([\"*.cc\"]) + [\"main.cpp\"]\n",
	},
	{
		name:    "duplicated-name",
		summary: "No two targets of a BUILD file have one name",
		why:     "Labels name one target. Macros may get away with it, but neither readers nor tools can tell the two apart.",
		bad:     "a_macro(name = \"x\")\n\nb_macro(name = \"x\")\n",
		good:    "a_macro(name = \"x_a\")\n\nb_macro(name = \"x_b\")\n",
	},
	{
		name:    "load",
		summary: "Every loaded symbol is used, and is loaded once",
		why: "A load that is not used still makes Bazel fetch and read the file, and everything that loads. Where a .bzl " +
			"file is to hand a symbol on, it must assign it: load it as _x, and say x = _x. The comment `# @unused` keeps " +
			"a symbol.",
		bad:    "load(\":a.bzl\", \"used\", \"unused\")\n\nused()\n",
		good:   "load(\":a.bzl\", \"used\")\n\nused()\n",
		fix:    "Remove what is loaded and not used",
		safety: fixedits.SafetySafe,
		how: "Removes the symbols, and the statement if none is left. It is safe: reading a file has no effects, and a " +
			"loaded symbol is not visible outside of the file. A symbol that is loaded twice from different places is " +
			"left for you to name.",
	},
	{
		name:    "make-location",
		summary: "$(execpath) or $(rootpath) in place of $(location)",
		why:     "Which of the two $(location) means depends on the attribute that it is in.",
		bad:     "cmd = \"cp $(location :in) $@\"\n",
		good:    "cmd = \"cp $(execpath :in) $@\"\n",
	},
	{
		name:    "native-build",
		summary: "No native. in BUILD files",
		why:     "What it has is there without it.",
		bad:     "native.cc_library(name = \"x\")\n",
		good:    "cc_library(name = \"x\")\n",
		fix:     "Remove native.",
		safety:  fixedits.SafetySuggestion,
		how: "Removes `native.`. It is a suggestion, since the file may load another symbol of the same name, which would " +
			"then be meant.",
	},
	{
		name:    "package-on-top",
		summary: "package() comes before every rule",
		why:     "What it sets holds for the whole file, and readers look for it at the top.",
		bad:     "cc_library(name = \"x\")\n\npackage(default_visibility = [\"//visibility:public\"])\n",
		good:    "package(default_visibility = [\"//visibility:public\"])\n\ncc_library(name = \"x\")\n",
		fix:     "Move package() to the top",
		safety:  fixedits.SafetySuggestion,
		how: "Moves the call. It is a suggestion, since the call may use a variable that is set above it, and the rules " +
			"above it may get other defaults.",
	},
	{
		name:    "positional-args",
		summary: "Calls of rules and macros in BUILD files name their arguments",
		why: "A name says what a value is for, and the order of parameters may change. Buildifier looks into the file that a " +
			"function is loaded from to see whether it is a macro, which is not done here: the rule finds nothing yet.",
	},
	{
		name:    "redefined-variable",
		summary: "A global variable is set once",
		why:     "What it is, is then the same everywhere in the file. In .bzl files Bazel demands it.",
		bad:     "x = 1\nx = 2\n",
		good:    "x = 1\ny = 2\n",
	},
	{
		name:    "unsorted-dict-items",
		summary: "The items of a dict are sorted by key",
		why: "Sorted items are easy to find, and two changes that add one each conflict less often. `# @unsorted-dict-items` " +
			"keeps the order of a dict.",
		bad:    "d = {\n    \"b\": 1,\n    \"a\": 2,\n}\n",
		good:   "d = {\n    \"a\": 2,\n    \"b\": 1,\n}\n",
		fix:    "Sort the items of the dict",
		safety: fixedits.SafetySuggestion,
		how: "Sorts the items whose keys are strings. It is a suggestion, since the order of a dict is seen when it is " +
			"iterated over.",
		off: true,
	},
}
