package starlark

import fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

// libraryDocs has the categories that are about the Starlark language, mostly in .bzl files.
var libraryDocs = map[string]doc{
	"confusing-name": {
		summary: "No variable is named l, I or O",
		why:     "In many typefaces they cannot be told from each other, or from 1 and 0.",
		bad:     "l = [1]\n",
		good:    "items = [1]\n",
	},
	"deprecated-function": {
		summary: "No function is used whose documentation says that it is deprecated",
		why: "It will go. Buildifier reads that in the file that the function is loaded from, which is not looked at here: " +
			"the rule finds nothing yet.",
	},
	"dict-concatenation": {
		summary: "Dicts are not joined by +",
		why:     "Bazel no longer has that operator.",
		bad:     "d = {\"a\": 1} + {\"b\": 2}\n",
		good:    "d = {\"a\": 1} | {\"b\": 2}\n",
	},
	"dict-method-named-arg": {
		summary: "get, pop and setdefault take their default by position",
		why:     "The parameter has no name that could be relied on.",
		bad:     "d = {}\nx = d.get(\"a\", default = 0)\n",
		good:    "d = {}\nx = d.get(\"a\", 0)\n",
	},
	"function-docstring": {
		summary: "A public function of some length has a docstring",
		why:     "Whoever loads it needs to know what it does, without reading how.",
		bad:     "def f():\n    a()\n    b()\n    c()\n    d()\n    e()\n",
		good:    "def f():\n    \"\"\"Does a to e.\"\"\"\n    a()\n    b()\n    c()\n    d()\n    e()\n",
	},
	"function-docstring-args": {
		summary: "A docstring that describes parameters describes all of them, and no others",
		why:     "A description that is out of step with the function misleads.",
		bad:     "def f(x, y):\n    \"\"\"Adds.\n\n    Args:\n      x: one\n    \"\"\"\n",
		good:    "def f(x, y):\n    \"\"\"Adds.\n\n    Args:\n      x: one\n      y: the other\n    \"\"\"\n",
	},
	"function-docstring-header": {
		summary: "A docstring starts with a summary of one line",
		why:     "Generated documentation lists functions by it.",
		bad:     "def f():\n    \"\"\"Does this\n    and that.\n    \"\"\"\n",
		good:    "def f():\n    \"\"\"Does this and that.\"\"\"\n",
	},
	"function-docstring-return": {
		summary: "The docstring of a function that returns something says what",
		why:     "Starlark has no types that would say it.",
		bad:     "def f():\n    \"\"\"Counts.\"\"\"\n    a()\n    b()\n    c()\n    d()\n    return e()\n",
		good:    "def f():\n    \"\"\"Counts.\n\n    Returns:\n      the number of them\n    \"\"\"\n    a()\n    b()\n    c()\n    d()\n    return e()\n",
	},
	"integer-division": {
		summary: "Integers are divided by //",
		why:     "What / gives for integers has changed with the versions of Bazel: an error, an integer, a float.",
		bad:     "half = 7 / 2\n",
		good:    "half = 7 // 2\n",
		fix:     "Divide by //",
		safety:  fixedits.SafetyUnsafe,
		how: "Replaces / by //. It is unsafe: where / gives a float, 7 / 2 is 3.5 and becomes 3. That the operands are " +
			"integers is inferred, too.",
	},
	"keyword-positional-params": {
		summary: "Built-in functions take by position what has no meaningful name",
		why:     "Names such as x are an accident of the implementation.",
		bad:     "n = len(x = names)\n",
		good:    "n = len(names)\n",
		fix:     "Pass the argument by position",
		safety:  fixedits.SafetySuggestion,
		how: "Drops the name of the argument. It is a suggestion, since the file may have a function of its own by the " +
			"built-in one's name.",
	},
	"list-append": {
		summary: "One element is added to a list by append",
		why:     "It makes no list of one element to throw away.",
		bad:     "srcs += [\"a.cc\"]\n",
		good:    "srcs.append(\"a.cc\")\n",
		fix:     "Use append",
		safety:  fixedits.SafetySuggestion,
		how:     "Replaces += by append. It is a suggestion, since += also works on a select(), which has no append.",
	},
	"module-docstring": {
		summary: "A .bzl file starts with a docstring",
		why:     "It says what the file is for, and generated documentation shows it.",
		bad:     "def f():\n    pass\n",
		good:    "\"\"\"Functions for x.\"\"\"\n\ndef f():\n    pass\n",
	},
	"name-conventions": {
		summary: "Variables are lower_snake_case, constants UPPER_SNAKE_CASE, providers UpperCamelCaseInfo",
		why:     "The case of a name then says what it is.",
		bad:     "myVariable = 1\n",
		good:    "my_variable = 1\n",
	},
	"no-effect": {
		summary: "A statement has an effect",
		why:     "A value that nobody takes is mostly one that somebody forgot to use, or a comparison meant as an assignment.",
		bad:     "x == 1\n",
		good:    "x = 1\n",
	},
	"print": {
		summary: "No print()",
		why:     "Who sees the output cannot act on it, and who could, does not see it.",
		bad:     "print(\"here\")\n",
	},
	"return-value": {
		summary: "A function returns a value on every way out, or on none",
		why:     "Falling off the end returns None, which looks like an oversight where other ways return something.",
		bad:     "def f(x):\n    if x:\n        return 1\n",
		good:    "def f(x):\n    if x:\n        return 1\n    return None\n",
	},
	"skylark-comment": {
		summary: "Comments call the language Starlark",
		why:     "Skylark was its name until 2018.",
		bad:     "# A Skylark macro.\n",
		good:    "# A Starlark macro.\n",
		fix:     "Say Starlark",
		safety:  fixedits.SafetySuggestion,
		how:     "Replaces the name. It is a suggestion, since it may be part of an address or of another name.",
	},
	"skylark-docstring": {
		summary: "Docstrings call the language Starlark",
		why:     "Skylark was its name until 2018.",
		bad:     "\"\"\"Skylark macros.\"\"\"\n",
		good:    "\"\"\"Starlark macros.\"\"\"\n",
		fix:     "Say Starlark",
		safety:  fixedits.SafetySuggestion,
		how:     "Replaces the name. It is a suggestion, since it may be part of an address or of another name.",
	},
	"string-iteration": {
		summary: "Strings are not iterated over",
		why:     "Bazel no longer allows it: mostly, a list of one string was meant.",
		bad:     "for c in \"abc\":\n    f(c)\n",
		good:    "for c in \"abc\".elems():\n    f(c)\n",
	},
	"uninitialized": {
		summary: "A variable is set before it is used, whichever way the code takes",
		why:     "On the way that does not set it, the build fails.",
		bad:     "def f(x):\n    if x:\n        y = 1\n    return y\n",
		good:    "def f(x):\n    y = 0\n    if x:\n        y = 1\n    return y\n",
	},
	"unnamed-macro": {
		summary: "A macro has a parameter called name",
		why: "Tools find a target by the name that a call has. Only macros that call rules known from the file itself are " +
			"recognised.",
		bad:  "def my_macro(src):\n    native.cc_library(name = src)\n",
		good: "def my_macro(name, src):\n    native.cc_library(name = name)\n",
	},
	"unreachable": {
		summary: "Every statement can be reached",
		why:     "After return, break, continue or fail() nothing runs: either it or they are a mistake.",
		bad:     "def f():\n    return 1\n    g()\n",
		good:    "def f():\n    g()\n    return 1\n",
	},
	"unused-variable": {
		summary: "Every variable is used",
		why: "What is computed and not used is left over, or misspelled where it is meant. A name that starts with _ is " +
			"taken to be unused on purpose, as is one with the comment `# @unused`.",
		bad:  "def f():\n    x = 1\n    return 2\n",
		good: "def f():\n    return 2\n",
	},
}
