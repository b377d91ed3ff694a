"""Labels as a person pastes them into a shell."""

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-"

def label_text(label):
    """Returns a label as the command line of the root module takes it.

    Args:
      label: a Label.

    Returns:
      `//pkg:name` in the main repository, else the canonical `@@repo//pkg:name`.
    """
    text = str(label)
    return text.removeprefix("@@") if label.repo_name == "" else text

def fix_command(fix, labels):
    """Returns the command that fixes targets, ready to be pasted into a POSIX shell.

    Args:
      fix: a string, the label of the `fix` target.
      labels: a list of Label, the targets to fix.

    Returns:
      A string such as `bazel run //:fix -- //app:server`.
    """
    return "bazel run {} -- {}".format(
        _shell_word(fix),
        " ".join([_shell_word(label_text(label)) for label in labels]),
    )

def _shell_word(word):
    for char in word.elems():
        if char not in _PLAIN:
            return "'" + word.replace("'", "'\\''") + "'"
    return word
