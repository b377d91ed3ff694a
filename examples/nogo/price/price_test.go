package price

import (
	"fmt"
	"testing"
)

func TestOf(t *testing.T) {
	for cents, want := range map[int]string{
		0:   fmt.Sprintf("free"),
		199: fmt.Sprintf("%d.%d €", 1, 99),
	} {
		if got := Of(cents); got != want {
			t.Errorf("%d: %q, want %q", cents, got, want)
		}
	}
}
