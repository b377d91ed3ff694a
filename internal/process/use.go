package process

// A Use is the use of resources by a program and its processes at a time.
type Use struct {
	Processes int
	// Memory is the number of bytes in memory that are not from a file.
	Memory uint64
}
