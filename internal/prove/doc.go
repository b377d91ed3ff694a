// Package prove takes a failing command to a patch, with evidence that the
// command fails before it and passes after it.
//
// A proof is a function of its records: the result of each command is written
// to a journal before anything follows from it, and so is each answer of a
// model, by its engine. A resumed proof starts from the beginning, takes what
// it can from the records, and so arrives at the same place with the same
// evidence.
package prove
