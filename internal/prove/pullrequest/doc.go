// Package pullrequest publishes a finished proof: as a branch and a pull request
// on GitHub, or as a comment on an issue.
//
// The folder of the proof may come from a machine that ran code of a patch, so
// nothing in it is trusted: the verdict is judged again from the runs, the
// patch must be the one of the evidence, and all texts are written again. The
// package runs git and nothing of the repository, and does not change the
// checkout.
package pullrequest
