// Package price writes prices.
package price

import "fmt"

// Of returns the text of a price in cents.
func Of(cents int) string {
	if cents == 0 {
		return fmt.Sprintf("free")
	}
	return fmt.Sprintf("%d.%02d €", cents/100, cents%100)
}
