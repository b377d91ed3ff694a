package docblocks_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

func TestRead(t *testing.T) {
	got, err := docblocks.Read("# Top\n\n```sh\na\n```\n\nText `x` and\n`y`:\n\n```\n  b\n\nc\n```\n## A `b`\n\nElse `z`.\n\n" +
		"1. In `f.bzl`, as\n   `g` says:\n\n   ```starlark\n   d\n     e\n   ```\n")
	want := []docblocks.Block{
		{Line: 3, Language: "sh", Text: "a\n", Heading: "Top"},
		{Line: 10, Text: "  b\n\nc\n", Heading: "Top", File: "x"},
		{Line: 22, Language: "starlark", Text: "d\n  e\n", Heading: "A `b`", File: "f.bzl"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	if _, err := docblocks.Read("a\n\n```sh\nb\n"); err == nil || err.Error() != "line 3: the block is not closed" {
		t.Errorf("an open block: %v", err)
	}
}
