package ring_test

import (
	"testing"

	"example.com/shop/ring"
	"example.com/shop/ring/user"
)

func TestOutside(t *testing.T) {
	ring.Of(1)
	user.Use(2)
	if ring.Inside != nil {
		t.Error("it is set")
	}
}
