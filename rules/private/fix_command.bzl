"""The command that fixes, as a person pastes it into a shell."""

load("@platforms//host:constraints.bzl", "HOST_CONSTRAINTS")
load(":label_text.bzl", "label_text")

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-"

# What a rule or an aspect that calls `fix_command` has as its `fragments`.
FIX_COMMAND_FRAGMENTS = ["platform"]

# The --cpu of Bazel for each host, by its constraints.
_HOST_CPUS = {
    ("linux", "aarch64"): "aarch64",
    ("linux", "x86_64"): "k8",
    ("osx", "aarch64"): "darwin_arm64",
    ("osx", "x86_64"): "darwin_x86_64",
    ("windows", "aarch64"): "arm64_windows",
    ("windows", "x86_64"): "x64_windows",
}

# All other variables of a configuration are those of --define.
_VARIABLES = ["BINDIR", "COMPILATION_MODE", "GENDIR", "TARGET_CPU"]

def fix_command(ctx, fix, labels):
    """Returns the command that fixes targets, ready to be pasted into a POSIX shell.

    Args:
      ctx: the context of a rule or an aspect with FIX_COMMAND_FRAGMENTS.
      fix: a string, the label of the `fix` target.
      labels: a list of Label, the targets to fix.

    Returns:
      A string such as `bazel run //:fix -- //app:server`. Where the configuration is not Bazel's default, its flags
      come after a second `--`: another one may select other sources.
    """
    words = ["bazel", "run", fix, "--"] + [label_text(label) for label in labels]
    flags = _configuration_flags(ctx)
    if flags:
        words += ["--"] + flags
    return " ".join([_shell_word(word) for word in words])

def _configuration_flags(ctx):
    # Bazel shows no values of build settings of Starlark to those who do not name them.
    flags = []
    mode = ctx.var["COMPILATION_MODE"]
    if mode != "fastbuild":
        flags.append("--compilation_mode=" + mode)
    platform = ctx.fragments.platform
    if platform.platform != platform.host_platform:
        flags.append("--platforms=" + label_text(platform.platform))
    cpu = ctx.var["TARGET_CPU"]
    if cpu != _HOST_CPUS.get(_host(), cpu):
        flags.append("--cpu=" + cpu)
    flags.extend([
        "--define={}={}".format(name, value)
        for name, value in sorted(ctx.var.items())
        if name not in _VARIABLES
    ])
    return flags

def _host():
    values = {Label(constraint).package.rpartition("/")[2]: Label(constraint).name for constraint in HOST_CONSTRAINTS}
    return (values.get("os"), values.get("cpu"))

def _shell_word(word):
    for char in word.elems():
        if char not in _PLAIN:
            return "'" + word.replace("'", "'\\''") + "'"
    return word
