package engine

import "strings"

// answerForm returns the words for the form of an answer.
func answerForm(step Step) string {
	const object = "Answer with one JSON object and nothing around it. "
	switch step {
	case StepPlan:
		return object + "It has these members:\n\n" +
			"- hypothesis: what the fault is and how it makes the command fail, at most 200 words\n" +
			"- files: the paths of at most 10 files that are needed to fix it, the likeliest first; all of them are in the list above\n" +
			example(`{"hypothesis": "Sum skips the last element, because the loop of sum.go ends one too early.", "files": ["sum/sum.go", "sum/sum_test.go"]}`)
	case StepSummarize:
		return object + "It has these members; do not claim more than was tried:\n\n" +
			"- title: what the patch does, at most 70 characters, as the title of a pull request\n" +
			"- root_cause: why the command failed, at most 150 words\n" +
			"- fix: what the patch changes, at most 150 words\n" +
			"- tests: what its tests check, at most 100 words\n" +
			"- risk: what may go wrong, and how to take the patch back, at most 100 words\n" +
			example(`{"title": "Sum: count the last element", "root_cause": "The loop ended one too early.", "fix": "The loop runs to the end.", "tests": "TestSum has a case whose last element matters.", "risk": "None that is known; reverting the commit takes it back."}`)
	}
	return object + "It has these members:\n\n" +
		"- edits: a list of search/replace pairs with the members path, search and replace. search is one or more whole lines, copied exactly from the file above, that are in it only once: add lines around them until they are. " +
		"All searches are in the file as it is above. For a new file, search is empty, and replace is its text\n" +
		"- delete: the paths of files to delete\n" +
		"- diff: a unified diff as git writes it, in place of edits and delete; else empty\n" +
		"- root_cause: why the command fails, at most 150 words\n" +
		"- fix: what the patch changes and why that fixes it, at most 150 words\n" +
		"- tests: what its tests check, at most 100 words\n" +
		"- risk: what may go wrong with it, at most 100 words\n" +
		"- justifications: a list with the members path and reason: why each changed file has to change\n" +
		"- decline: empty; or why you propose no patch, and then edits, delete and diff are empty\n" +
		example(`{"edits": [{"path": "sum/sum.go", "search": "\tfor i := 0; i < len(list)-1; i++ {\n", "replace": "\tfor i := range list {\n"}], "delete": [], "diff": "", `+
			`"root_cause": "The loop ended one too early.", "fix": "The loop runs to the end.", "tests": "", "risk": "None that is known.", `+
			`"justifications": [{"path": "sum/sum.go", "reason": "It has the loop."}], "decline": ""}`)
}

func example(object string) string {
	return "\nThis is an example, for another tree:\n\n" + strings.TrimSpace(object) + "\n"
}
