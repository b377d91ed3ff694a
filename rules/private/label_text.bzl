"""Labels as the command line takes them."""

def label_text(label):
    """Returns a label as the command line of the root module takes it.

    Args:
      label: a Label.

    Returns:
      `//pkg:name` in the main repository, else the canonical `@@repo//pkg:name`.
    """
    text = str(label)
    return text.removeprefix("@@") if label.repo_name == "" else text
