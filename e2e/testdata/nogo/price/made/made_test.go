package made

import (
	"fmt"
	"testing"
)

func tested(n int) string {
	if n > 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("tested")
}

func TestText(t *testing.T) {
	if Text(0) == tested(0) {
		t.Error("they are the same")
	}
}
