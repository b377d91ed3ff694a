package starlark

import fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

// libraryDocs documents the categories about the Starlark language, mostly in
// .bzl files.
var libraryDocs = []doc{
	{
		name:    "confusing-name",
		summary: "Do not name variables l, I or O",
		why:     "In many typefaces these names look like each other, or like 1 and 0.",
		bad:     "l = [1]\n",
		good:    "items = [1]\n",
	},
	{
		name:    "deprecated-function",
		summary: "Do not use functions that are documented as deprecated",
		why: "A deprecated function will be removed. Buildifier reads the deprecation in the file that the function is " +
			"loaded from. This checker does not read that file, so the rule reports nothing yet.",
	},
	{
		name:    "dict-concatenation",
		summary: "Use | instead of + to merge dicts",
		why:     "Bazel removed the operator + for dicts.",
		bad:     "d = {\"a\": 1} + {\"b\": 2}\n",
		good:    "d = {\"a\": 1} | {\"b\": 2}\n",
	},
	{
		name:    "dict-method-named-arg",
		summary: "Pass the default of get, pop and setdefault by position",
		why:     "The parameter has no documented name.",
		bad:     "d = {}\nx = d.get(\"a\", default = 0)\n",
		good:    "d = {}\nx = d.get(\"a\", 0)\n",
	},
	{
		name:    "function-docstring",
		summary: "Write a docstring for public functions, unless they are short",
		why:     "A docstring tells callers what the function does, so that they do not need to read its body.",
		bad:     "def f():\n    a()\n    b()\n    c()\n    d()\n    e()\n",
		good:    "def f():\n    \"\"\"Does a to e.\"\"\"\n    a()\n    b()\n    c()\n    d()\n    e()\n",
	},
	{
		name:    "function-docstring-args",
		summary: "Document all parameters of a function in its docstring, or none, and no others",
		why:     "A description that does not match the function misleads its readers.",
		bad:     "def f(x, y):\n    \"\"\"Adds.\n\n    Args:\n      x: one\n    \"\"\"\n",
		good:    "def f(x, y):\n    \"\"\"Adds.\n\n    Args:\n      x: one\n      y: the other\n    \"\"\"\n",
	},
	{
		name:    "function-docstring-header",
		summary: "Start docstrings with a one-line summary",
		why:     "Generated documentation lists functions with this summary.",
		bad:     "def f():\n    \"\"\"Does this\n    and that.\n    \"\"\"\n",
		good:    "def f():\n    \"\"\"Does this and that.\"\"\"\n",
	},
	{
		name:    "function-docstring-return",
		summary: "Document the return value of a function in its docstring",
		why:     "Starlark has no type annotations that would describe the value.",
		bad:     "def f():\n    \"\"\"Counts.\"\"\"\n    a()\n    b()\n    c()\n    d()\n    return e()\n",
		good:    "def f():\n    \"\"\"Counts.\n\n    Returns:\n      the number of them\n    \"\"\"\n    a()\n    b()\n    c()\n    d()\n    return e()\n",
	},
	{
		name:    "integer-division",
		summary: "Use // instead of / to divide integers",
		why:     "The result of / for integers depends on the version of Bazel: an error, an integer or a float.",
		bad:     "half = 7 / 2\n",
		good:    "half = 7 // 2\n",
		fix:     "Use //",
		safety:  fixedits.SafetyUnsafe,
		how: "Replaces / with //. The fix is unsafe: if / returns a float, 7 / 2 changes from 3.5 to 3. The types of the " +
			"operands are inferred.",
	},
	{
		name:    "keyword-positional-params",
		summary: "Pass positional parameters of built-in functions by position",
		why:     "Parameter names such as x are implementation details.",
		bad:     "n = len(x = names)\n",
		good:    "n = len(names)\n",
		fix:     "Pass the argument by position",
		safety:  fixedits.SafetySuggestion,
		how: "Removes the name of the argument. This is a suggestion, because the file may define a function that has the " +
			"name of the built-in function.",
	},
	{
		name:    "list-append",
		summary: "Use append to add one element to a list",
		why:     "append does not create a temporary list.",
		bad:     "srcs += [\"a.cc\"]\n",
		good:    "srcs.append(\"a.cc\")\n",
		fix:     "Use append",
		safety:  fixedits.SafetySuggestion,
		how:     "Replaces += with append. This is a suggestion, because += also works on a select(), which has no append.",
	},
	{
		name:    "module-docstring",
		summary: "Start .bzl files with a docstring",
		why:     "The docstring explains the purpose of the file, and generated documentation shows it.",
		bad:     "def f():\n    pass\n",
		good:    "\"\"\"Functions for x.\"\"\"\n\ndef f():\n    pass\n",
	},
	{
		name:    "name-conventions",
		summary: "Name variables in lower_snake_case, constants in UPPER_SNAKE_CASE, and providers in UpperCamelCaseInfo",
		why:     "The case of a name tells a variable, a constant and a provider apart.",
		bad:     "myVariable = 1\n",
		good:    "my_variable = 1\n",
	},
	{
		name:    "no-effect",
		summary: "Do not write statements without an effect",
		why: "A value that is not used is often a mistake: a missing assignment, or a comparison in place of an " +
			"assignment.",
		bad:  "x == 1\n",
		good: "x = 1\n",
	},
	{
		name:    "print",
		summary: "Do not use print()",
		why:     "The output of print() is debug output, and the users of a library who see it usually cannot act on it.",
		bad:     "print(\"here\")\n",
	},
	{
		name:    "return-value",
		summary: "Return a value from all return statements of a function, or from none",
		why:     "A function that reaches its end returns None, which looks like a mistake if other paths return a value.",
		bad:     "def f(x):\n    if x:\n        return 1\n",
		good:    "def f(x):\n    if x:\n        return 1\n    return None\n",
	},
	{
		name:    "skylark-comment",
		summary: "Write Starlark instead of Skylark in comments",
		why:     "The language was renamed from Skylark to Starlark in 2018.",
		bad:     "# A Skylark macro.\n",
		good:    "# A Starlark macro.\n",
		fix:     "Replace Skylark with Starlark",
		safety:  fixedits.SafetySuggestion,
		how:     "Replaces the name. This is a suggestion, because it may be part of a URL or of another name.",
	},
	{
		name:    "skylark-docstring",
		summary: "Write Starlark instead of Skylark in docstrings",
		why:     "The language was renamed from Skylark to Starlark in 2018.",
		bad:     "\"\"\"Skylark macros.\"\"\"\n",
		good:    "\"\"\"Starlark macros.\"\"\"\n",
		fix:     "Replace Skylark with Starlark",
		safety:  fixedits.SafetySuggestion,
		how:     "Replaces the name. This is a suggestion, because it may be part of a URL or of another name.",
	},
	{
		name:    "string-iteration",
		summary: "Do not iterate over strings",
		why:     "Bazel no longer allows it. Often a list with one string was intended.",
		bad:     "for c in \"abc\":\n    f(c)\n",
		good:    "for c in \"abc\".elems():\n    f(c)\n",
	},
	{
		name:    "uninitialized",
		summary: "Initialize variables on all paths before they are used",
		why:     "The build fails on a path that does not initialize the variable.",
		bad:     "def f(x):\n    if x:\n        y = 1\n    return y\n",
		good:    "def f(x):\n    y = 0\n    if x:\n        y = 1\n    return y\n",
	},
	{
		name:    "unnamed-macro",
		summary: "Give macros a parameter named name",
		why: "Tools find a target by the name argument of a call. The rule reads only this " +
			"file, so it does not recognize a macro that calls only loaded functions.",
		bad:  "def my_macro(src):\n    native.cc_library(name = src)\n",
		good: "def my_macro(name, src):\n    native.cc_library(name = name)\n",
	},
	{
		name:    "unreachable",
		summary: "Do not write unreachable statements",
		why:     "No statement runs after return, break, continue or fail(), so one of the two is a mistake.",
		bad:     "def f():\n    return 1\n    g()\n",
		good:    "def f():\n    g()\n    return 1\n",
	},
	{
		name:    "unused-variable",
		summary: "Do not leave variables unused",
		why: "An unused variable is left over or misspelled in another place. To keep one, start its name with _ or add " +
			"the comment `# @unused`.",
		bad:  "def f():\n    x = 1\n    return 2\n",
		good: "def f():\n    return 2\n",
	},
}
