// Package price writes prices.
package price

import "fmt"

// Of returns the text of a price in cents.
//
// Pure.
func Of(cents int) string {
	if cents < 0 {
		cents = 0
	}
	return fmt.Sprintf("%d.%02d €", cents/100, cents%100)
}
