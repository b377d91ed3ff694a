package builtin

import (
	"slices"
	"testing"
)

func TestFormat(t *testing.T) {
	names := Formats()
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %q", names)
	}
	for _, name := range names {
		if format, err := Format(name); err != nil || format.Name != name || format.Adapter == nil {
			t.Errorf("%s: %+v, %v", name, format, err)
		}
	}
	if _, err := Format("sarrif"); err == nil || err.Error() != `unknown format "sarrif": there is artifact` {
		t.Errorf("error %v", err)
	}
}
