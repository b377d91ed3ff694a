"""The flags of Bazel that the configuration of a target was made with."""

load("@platforms//host:constraints.bzl", "HOST_CONSTRAINTS")
load(":label_text.bzl", "label_text")

ConfigurationFlagsInfo = provider(
    doc = "The configuration of a target, as far as a rule can see it.",
    fields = {"flags": "list of string: flags of Bazel for what is not its default."},
)

# The --cpu of Bazel for each host, by its constraints.
_HOST_CPUS = {
    ("linux", "aarch64"): "aarch64",
    ("linux", "x86_64"): "k8",
    ("osx", "aarch64"): "darwin_arm64",
    ("osx", "x86_64"): "darwin_x86_64",
    ("windows", "aarch64"): "arm64_windows",
    ("windows", "x86_64"): "x64_windows",
}

# All other variables of a rule without toolchains are those of --define.
_VARIABLES = ["BINDIR", "COMPILATION_MODE", "GENDIR", "TARGET_CPU"]

def _configuration_flags_impl(ctx):
    # Bazel shows a rule no values of Starlark build settings that the rule does not name.
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
    return [ConfigurationFlagsInfo(flags = flags)]

def _host():
    values = {Label(constraint).package.rpartition("/")[2]: Label(constraint).name for constraint in HOST_CONSTRAINTS}
    return (values.get("os"), values.get("cpu"))

configuration_flags = rule(
    doc = "Provides the flags of its configuration. This is a separate rule because in other rules ctx.var has the variables of toolchains too.",
    implementation = _configuration_flags_impl,
    fragments = ["platform"],
)
