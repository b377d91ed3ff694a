"""The files of a target that are checked, their checkers, and why other files are not checked."""

load(":autofix_info.bzl", "AutofixInfo")
load(":checker_tags.bzl", "BUILTIN_CHECKERS", "SKIP_TAGS", "WARN_TAG", "WITHOUT_TAG")
load(":label_text.bzl", "label_text")
load(":patterns.bzl", "matches_any")

# Label attributes whose files are sources, by the conventions of the ecosystem's rules.
SOURCE_ATTRS = ["srcs", "hdrs", "src", "dockerfile"]

# "no-autofix-autofix" turns off all built-in checkers, and only them: "autofix" is their tool's name.
_BUILTIN = "autofix"

# Folders and files of version control, and folders of Bazel's outputs, which the command leaves out too: internal/workspace/walk.go.
_VERSION_CONTROL = [".git", ".hg", ".jj", ".sl", ".svn"]
_OUTPUT_FOLDERS = ["bazel-bin", "bazel-genfiles", "bazel-out", "bazel-testlogs"]

# A filegroup has its files here, whatever the attributes of the rules that take them.
_HANDED_ON_IN = "srcs"

def propagation_attrs(attrs):
    """Returns the attributes along which the aspect that calls `handed_on` propagates.

    Args:
      attrs: a list of string, the names of the attributes that have sources.

    Returns:
      A list of string.
    """
    return attrs if _HANDED_ON_IN in attrs else attrs + [_HANDED_ON_IN]

def handed_on(target, ctx, attrs):
    """Returns the files that tagged rules hand on: this one, and those in its source attributes.

    Args:
      target: the target that the aspect visits.
      ctx: the context of an aspect that propagates along `propagation_attrs(attrs)`, and provides AutofixInfo.
      attrs: a list of string, the names of the attributes that have sources.

    Returns:
      A dict of (string, string), a tag and the label of a rule that has it, to a depset of File.
    """
    tagged = {
        (tag, label_text(ctx.label)): target[DefaultInfo].files
        for tag in getattr(ctx.rule.attr, "tags", [])
        if tag in SKIP_TAGS or tag == WARN_TAG or tag.startswith(WITHOUT_TAG)
    }
    for name in propagation_attrs(attrs):
        for dependency in _targets(getattr(ctx.rule.attr, name, None)):
            if AutofixInfo in dependency and dependency[AutofixInfo].handed_on:
                tagged = tagged | dependency[AutofixInfo].handed_on
    return tagged

def _targets(value):
    kind = type(value)
    if kind == "Target":
        return [value]
    if kind == "list":
        return [item for item in value if type(item) == "Target"]
    if kind == "dict":
        return [item for pair in value.items() for item in pair if type(item) == "Target"]
    return []

def reach(ctx, attrs, tagged):
    """Returns what of the visited target is to be checked.

    Only source files of the main repository are: nobody can fix a generated file or a file of another repository. The
    files that a tagged rule provides are left alone.

    Args:
      ctx: the context of an aspect.
      attrs: a list of string, the names of the attributes that have sources. Those that the target lacks, and those
        that are not label attributes, such as a string, have no files.
      tagged: what `handed_on` returned for the target.

    Returns:
      A struct with `files`, a list of File without duplicates, in the order of the attributes; `off`, a list of
      string, the checkers that the target's tags turn off; `turned_off`, a dict of File to a list of string, the
      checkers that tags turn off for single files; `warned`, a dict whose keys are the files whose findings shut no
      gate; `why`, a dict of File to a string that says why tags keep it from being checked; and `skipped`, a string that
      says why nothing of the target is checked, or None.
    """
    tags = getattr(ctx.rule.attr, "tags", [])
    skip = [tag for tag in tags if tag in SKIP_TAGS]
    why, turned_off, warned = {}, {}, {}
    skipped = None
    files = {}
    if ctx.label.repo_name != "":
        skipped = "it is in another repository"
    elif skip:
        skipped = "it is tagged " + skip[0]
    else:
        why, turned_off, warned = _by_file(tagged)
        for name in attrs:
            for file in getattr(ctx.rule.files, name, []):
                if file not in why and not why_no_source(file):
                    files[file] = None
                    if WARN_TAG in tags:
                        warned[file] = None
    return struct(
        files = files.keys(),
        off = [tag.removeprefix(WITHOUT_TAG) for tag in tags if tag.startswith(WITHOUT_TAG)],
        skipped = skipped,
        turned_off = turned_off,
        warned = warned,
        why = why,
    )

def _by_file(tagged):
    why, turned_off, warned = {}, {}, {}
    for (tag, label), files in tagged.items():
        for file in files.to_list():
            if tag in SKIP_TAGS:
                why.setdefault(file, "{}, which provides it, is tagged {}".format(label, tag))
            elif tag == WARN_TAG:
                warned[file] = None
            else:
                turned_off.setdefault(file, []).append(tag.removeprefix(WITHOUT_TAG))
    return why, turned_off, warned

def why_passed_over(file):
    """Returns why a file of a target is not checked, whatever the target.

    Args:
      file: a File.

    Returns:
      A string, or None for a file that is.
    """
    if not file.is_source:
        return "it is generated"
    if file.owner.repo_name != "":
        return "it is in another repository"
    return None

def why_no_source(file):
    """Returns why a file of a target is not checked, such as one that `glob(["**"])` finds in `.git`.

    Args:
      file: a File.

    Returns:
      A string, or None for a file that is.
    """
    why = why_passed_over(file)
    if why:
        return why
    elements = file.short_path.split("/")
    for i, element in enumerate(elements):
        if element.lower() in _VERSION_CONTROL:
            return "it belongs to version control"
        if element in _OUTPUT_FOLDERS or element.startswith("bazel-") and elements[i + 1:i + 2] in [["bazel-out"], ["external"]]:
            return "it is in a folder of Bazel's outputs"
    return None

def builtin_groups(reached):
    """Returns the files that the built-in checkers get. Each checker decides which of them it checks.

    Args:
      reached: what `reach` returned.

    Returns:
      A list of struct(files, off): a list of File, not empty, and the checkers that are turned off for them. There is
      more than one group if tags of other rules turn checkers off for some of the files.
    """
    groups = {}
    for file in reached.files:
        all = _off(reached, file)
        off = [name for name in all if name in BUILTIN_CHECKERS]
        if _BUILTIN not in all:
            groups.setdefault(tuple(off), []).append(file)
    return [struct(files = files, off = list(off)) for off, files in groups.items()]

def _off(reached, file):
    # The order of tags makes no difference, nor which target has them.
    return sorted({name: None for name in reached.off + reached.turned_off.get(file, [])})

def checker_files(reached, checker):
    """Returns the files that one of the user's own checkers gets.

    Args:
      reached: what `reach` returned.
      checker: an AutofixCheckerInfo.

    Returns:
      A list of File.
    """
    return [
        file
        for file in reached.files
        if checker.name not in _off(reached, file) and matches_any(file.short_path, checker.patterns)
    ]

def checker_reports(target, checker):
    """Returns the output of a checker that the target's own rule has run.

    Args:
      target: the target that the aspect visits.
      checker: an AutofixCheckerInfo.

    Returns:
      A list of File, empty if the rule has not run it, and for a checker that is a program.
    """
    if not checker.output_group or OutputGroupInfo not in target:
        return []

    # rules_go runs nogo everywhere for what analyzers say about other packages. It reports only where it validates.
    if checker.format == "nogo" and not getattr(target[OutputGroupInfo], "_validation", None):
        return []
    group = getattr(target[OutputGroupInfo], checker.output_group, None)
    return group.to_list() if group else []
