"""What the check aspect hands on."""

AutofixInfo = provider(
    doc = "What was found in one target's own sources. The aspect always provides it; its depsets are empty where nothing was checked.",
    fields = {
        "artifacts": "depset of File: fix artifacts (JSON, docs/artifact.schema.json), what `fix` and the gate read.",
        "config": "File or None: the autofix.toml that the check had. Who judges the artifacts must have the same.",
        "diffs": "depset of File: the safe fixes as a unified diff that `git apply` takes; empty where nothing is pending.",
        "handed_on": "dict of (string, string) to depset of File: for a tag such as `no-lint` and the label of a rule that has it, here or below in the source attributes, the files that it hands on. Whoever takes them leaves them alone.",
        "reports": "depset of File: the findings as text, for people.",
        "sarifs": "depset of File: the findings as SARIF 2.1.0, for code hosts and editors.",
    },
)
