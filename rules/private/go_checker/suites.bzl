"""The suites of analyzers that are known by name, and the safety of their fixes."""

# The values of the attribute `safety`.
SAFETIES = ["safe", "suggestion", "unsafe"]

# Of x/tools: the package, the variable.
_X_TOOLS = {
    "fix": ("go/analysis/suite/fix", "Suite"),
    "modernize": ("go/analysis/passes/modernize", "Suite"),
    "vet": ("go/analysis/suite/vet", "Suite"),
}

# Of honnef.co/go/tools.
_STATICCHECK = {
    "quickfix": ("quickfix", "Analyzers"),
    "simple": ("simple", "Analyzers"),
    "staticcheck": ("staticcheck", "Analyzers"),
    "stylecheck": ("stylecheck", "Analyzers"),
}

# The analyzers of the suite `modernize` whose fixes are safe. The documentation of the suite promises that fixes do not
# change what a program does. Analyzers whose own documentation names a change are left out: omitzero, and
# slicescontains, after which side effects occur once.
_MODERNIZE = [
    "any",
    "atomictypes",
    "embedlit",
    "errorsastype",
    "forvar",
    "importcomment",
    "mapsloop",
    "minmax",
    "newexpr",
    "plusbuild",
    "rangeint",
    "reflecttypeassert",
    "reflecttypefor",
    "slicesbackward",
    "slicesclip",
    "slicessort",
    "stditerators",
    "stringsbuilder",
    "stringscut",
    "stringscutprefix",
    "stringsseq",
    "testingcontext",
    "unsafefuncs",
    "waitgroupgo",
]

# The documentation of inline: "The inliner takes care to avoid behavior changes, even subtle ones." That of hostport and
# of buildtag promises nothing.
_SAFE = {
    "fix": _MODERNIZE + ["inline"],
    "modernize": _MODERNIZE,
}

def suite_labels(name, suites, *, x_tools, staticcheck):
    """Returns the packages of suites.

    Args:
      name: a string, the name of the target, for errors.
      suites: a list of string, the names of suites.
      x_tools: a string, the repository of golang.org/x/tools.
      staticcheck: a string, the repository of honnef.co/go/tools.

    Returns:
      A dict of labels to the names of the variables with their analyzers.
    """
    labels = {}
    for suite in suites:
        if suite in _X_TOOLS:
            package, variable = _X_TOOLS[suite]
            labels["{}//{}".format(x_tools, package)] = variable
        elif suite in _STATICCHECK:
            package, variable = _STATICCHECK[suite]
            labels["{}//{}".format(staticcheck, package)] = variable
        else:
            fail("autofix_go_checker: {}: suites: there is no {}; the suites are {}".format(
                name,
                repr(suite),
                ", ".join(sorted(_X_TOOLS.keys() + _STATICCHECK.keys())),
            ))
    return labels

def safety_of(suites, given):
    """Returns the safety of the fixes of single analyzers.

    Args:
      suites: a list of string, the names of suites.
      given: a dict of strings, the safety of the fixes of analyzers as declared, which goes first.

    Returns:
      A dict of strings.
    """
    known = {analyzer: "safe" for suite in suites for analyzer in _SAFE.get(suite, [])}
    return known | given
