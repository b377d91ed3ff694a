package fixedits

// Apart returns options with which a merge has a part for each set of connected
// files.
func (o Options) Apart() Options {
	o.together = 1
	return o
}
