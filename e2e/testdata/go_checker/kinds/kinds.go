// Package kinds has sources of several kinds.
package kinds

var written interface{}

var silent interface{} //nolint:any // as it was

var named interface{} //nolint:rangeint

// All has all of them.
var All = []interface{}{gen, marked, named, silent, written}
