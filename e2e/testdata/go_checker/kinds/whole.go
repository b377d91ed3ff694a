package whole

import "example.com/shop/price"

// Whole does nothing, twice.
func Whole() {
	part()
	price.Of(2)
}
