// Package prove takes a failing command to a patch, with evidence that the
// command fails before it and passes after it.
//
// A proof is a function of what it has recorded: the result of each command is
// written to a journal before anything follows from it, and so is each answer of
// a model, by its engine. A proof that is resumed starts from the beginning,
// takes from the records what is there, and so comes to the same place and the
// same evidence.
package prove
