package process

// A Use is the use of resources by a program and its children at one time.
type Use struct {
	Processes int
	// Memory is the number of bytes in memory, without pages of files.
	Memory uint64
}
