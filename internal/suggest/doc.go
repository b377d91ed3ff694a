// Package suggest posts the fixes of a check on a pull request of GitHub: small
// ones as suggestions at their lines, the others in one comment.
//
// The artifacts may come from a run of a stranger's change, so anybody may have
// written them. The event says which run it was, and GitHub which pull request
// that is and which bytes its files have. Only fixes of exactly these bytes
// count, only at lines that the change added, and their words are inert. The
// package runs nothing, and needs no checkout.
package suggest
