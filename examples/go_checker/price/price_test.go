package price

import "testing"

func TestOf(t *testing.T) {
	Of(0)
	for cents, want := range map[int]string{
		0:   "0.00 €",
		199: "1.99 €",
	} {
		if got := Of(cents); got != want {
			t.Errorf("%d: %q, want %q", cents, got, want)
		}
	}
}
