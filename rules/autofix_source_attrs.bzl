"""Names of attributes that have sources."""

load("//rules/private:reach.bzl", "SOURCE_ATTRS")

# The attributes in which sources are found by default, for `autofix_aspects(attrs = AUTOFIX_SOURCE_ATTRS +
# ["templates"])`.
AUTOFIX_SOURCE_ATTRS = SOURCE_ATTRS
