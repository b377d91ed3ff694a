package process

// A Use is what a program and everything that it started use at a time.
type Use struct {
	Processes int
	// Memory is the number of bytes in memory that are not from a file.
	Memory uint64
}
