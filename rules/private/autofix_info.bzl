"""The provider of the check aspect."""

AutofixInfo = provider(
    doc = "The findings in one target's own sources. The aspect always provides it; its depsets are empty if nothing was checked.",
    fields = {
        "artifacts": "depset of File: fix artifacts (JSON, docs/artifact.schema.json), which `fix` and the gate read.",
        "config": "File or None: what checks read of the autofix.toml files of the check. Whoever judges the artifacts must use the same.",
        "config_origin": "File or None: the autofix.toml, or the first, that `config` was made from, for messages. It need not be an input.",
        "diffs": "depset of File: the safe fixes as a unified diff that `git apply` takes; empty if nothing is pending.",
        "handed_on": "dict of (string, string) to depset of File: for a tag such as `no-lint` and the label of a rule that has it, here or below in the source attributes, the files that it provides. Targets that use them leave them alone.",
        "reports": "depset of File: the findings as text, for people.",
        "sarifs": "depset of File: the findings as SARIF 2.1.0, for code hosts and editors.",
        "sources": "depset of File: what was checked. Formats that count columns in other units than the artifacts need them.",
    },
)
