// Shop prints prices.
package main

import (
	"fmt"

	"example.com/shop/price"
)

func main() {
	price.Of(100)
	var prices []interface{}
	for i := 0; i < 3; i++ {
		prices = append(prices, price.Of(i*50))
	}
	fmt.Println(prices...)
}
