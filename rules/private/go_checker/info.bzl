"""What a checker of Go analyzers hands to its aspect, and the aspect to its dependents."""

GoCheckerInfo = provider(
    doc = "A program of Go analyzers.",
    fields = {
        "flags": "list of string: flags of analyzers, each ANALYZER.FLAG=VALUE.",
        "go_mod": "File: the go.mod of the module that it checks, or None.",
        "output_group": "string: the output group of Go targets with its findings.",
        "program": "FilesToRunProvider: the program, for the execution platform.",
    },
)

GoFactsInfo = provider(
    doc = "What analyzers have learned about the package of a Go target.",
    fields = {
        "imported": "list of struct(importmap = string, file = File): the facts of the packages that it imports directly.",
        "own": "list of struct(importmap = string, file = File): its own facts.",
    },
)
