package price_test

import (
	"fmt"

	"example.com/shop/price"
)

func ExampleOf() {
	price.Of(1)
	for i := 0; i < 2; i++ {
		fmt.Println(price.Of(i * 100))
	}
	// Output:
	// 0.00 €
	// 1.00 €
}
