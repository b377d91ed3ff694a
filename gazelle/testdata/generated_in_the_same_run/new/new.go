package new

import _ "embed"

//go:embed new.txt
var Text string
