package kinds

import "testing"

var tested interface{}

func TestAll(t *testing.T) {
	if len(All) != 5 || tested != nil {
		t.Error(All)
	}
}
