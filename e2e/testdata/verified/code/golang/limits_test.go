package limits

import "testing"

func TestDistance(t *testing.T) {
	if High-Low < 2 {
		t.Errorf("%d and %d are too near", High, Low)
	}
}
