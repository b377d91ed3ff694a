module example.com/shop

go 1.25.0

require golang.org/x/tools v0.49.0
