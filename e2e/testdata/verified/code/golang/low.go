package limits

// Low is a number.
//
// swap go-low suggestion: 1 => 2
const Low = 1
