package main

// stubFiles lists the files of a stub, by module and path, in addition to
// MODULE.bazel and an empty top-level BUILD.bazel.
var stubFiles = map[string]map[string]string{
	"buildozer": {
		"buildozer_binary.bzl": `"""buildozer, which 'bazel mod tidy' runs, built by the machine's Go rather than downloaded."""

def _buildozer_impl(rctx):
    rctx.file("BUILD.bazel", "")
    result = rctx.execute(
        ["go", "install", "github.com/bazelbuild/buildtools/buildozer@v0.0.0-20260904073137-eaa4d125b423"],
        environment = {"GOBIN": str(rctx.path(".")), "GOFLAGS": ""},
    )
    if result.return_code:
        fail("cannot build buildozer: " + result.stderr)
    rctx.symlink("buildozer", "buildozer.exe")

_buildozer = repository_rule(_buildozer_impl)

def _buildozer_binary_impl(_mctx):
    _buildozer(name = "buildozer_binary")

buildozer_binary = module_extension(_buildozer_binary_impl)
`,
	},
	"package_metadata": {
		"providers/BUILD.bazel": "",
		"providers/package_metadata_info.bzl": `"""The provider that rules_go and gazelle read."""

PackageMetadataInfo = provider(
    doc = "What a package is and where it comes from.",
    fields = {"metadata": "the metadata file", "files": "a depset with that file"},
)
`,
		"rules/BUILD.bazel": "",
		"rules/package_metadata.bzl": `"""The rule that gazelle writes into the repositories of Go modules."""

load("//providers:package_metadata_info.bzl", "PackageMetadataInfo")

def _package_metadata_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".package-metadata.json")
    ctx.actions.write(out, json.encode({"label": str(ctx.label), "purl": ctx.attr.purl}))
    files = depset([out])
    return [DefaultInfo(files = files), PackageMetadataInfo(metadata = out, files = files)]

_package_metadata = rule(
    implementation = _package_metadata_impl,
    attrs = {"purl": attr.string(), "attributes": attr.label_list()},
    provides = [PackageMetadataInfo],
)

def package_metadata(name, applicable_licenses = None, **kwargs):
    _package_metadata(name = name, applicable_licenses = [], **kwargs)
`,
	},
}
