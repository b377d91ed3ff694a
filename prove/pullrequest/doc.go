// Package pullrequest publishes a finished proof: as a branch and a pull request
// on GitHub, or as a comment on an issue.
//
// The folder of the proof may come from a machine that ran code of a patch, so
// nothing in it is believed: the verdict is judged again from the runs, the
// patch must be the one of the evidence, and all texts are written anew. The
// package runs git and nothing of the repository, and leaves the checkout as it
// is.
package pullrequest
