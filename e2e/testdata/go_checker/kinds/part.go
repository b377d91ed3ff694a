package whole

import "example.com/shop/price"

func part() { price.Of(1) }
