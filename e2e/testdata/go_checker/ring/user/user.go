// Package user imports ring.
package user

import "example.com/shop/ring"

// Use returns a number of ring.
//
// Pure.
func Use(n int) int { return ring.Of(n) }
