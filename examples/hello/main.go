// Command hello greets the people that its arguments name.
package main

import (
	"fmt"
	"os"

	"example.com/hello/banner"
	"example.com/hello/greet"
)

func main() {
	fmt.Print(banner.Text())
	fmt.Println(greet.Everyone(os.Args[1:]))
}
