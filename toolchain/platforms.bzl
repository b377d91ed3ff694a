"""The platforms that releases have an archive for, the names of these archives, and the programs in them."""

visibility([
    "//toolchain/private",
    "//tools/release",
])

# Go's GOOS_GOARCH -> the constraints of an execution platform.
PLATFORMS = {
    "darwin_amd64": ["@platforms//os:macos", "@platforms//cpu:x86_64"],
    "darwin_arm64": ["@platforms//os:macos", "@platforms//cpu:arm64"],
    "linux_amd64": ["@platforms//os:linux", "@platforms//cpu:x86_64"],
    "linux_arm64": ["@platforms//os:linux", "@platforms//cpu:arm64"],
    "windows_amd64": ["@platforms//os:windows", "@platforms//cpu:x86_64"],
}

# The programs that an archive has beside autofix, without the .exe of Windows.
COMPANIONS = [
    "autofix-certify",
    "autofix-prove",
]

def archive_name(version, platform):
    """Returns the file name of an archive.

    Args:
      version: a string such as "0.1.0".
      platform: a key of PLATFORMS.

    Returns:
      A string such as "autofix-0.1.0-linux_amd64.tar.gz".
    """
    return "autofix-{}-{}.{}".format(version, platform, "zip" if _is_windows(platform) else "tar.gz")

def program_name(platform, program = "autofix"):
    """Returns the name of an executable in an archive.

    Args:
      platform: a key of PLATFORMS.
      program: autofix, or one of COMPANIONS.

    Returns:
      A string.
    """
    return program + ".exe" if _is_windows(platform) else program

def _is_windows(platform):
    return platform.startswith("windows_")
