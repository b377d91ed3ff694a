package report

import (
	"encoding/json"
	"io"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

type (
	summaryJSON struct {
		Version   int           `json:"version"`
		Written   bool          `json:"written"`
		Rounds    int           `json:"rounds"`
		Fixes     []summaryFix  `json:"fixes"`
		Files     []summaryFile `json:"files"`
		Remaining Counts        `json:"remaining"`

		Verified   *verifiedJSON      `json:"verified,omitempty"`
		AI         *aiJSON            `json:"ai,omitempty"`
		Undeclared []string           `json:"undeclared,omitempty"`
		LeftAlone  []summaryLeftAlone `json:"left_alone,omitempty"`
		Crashes    []summaryCrash     `json:"crashes,omitempty"`
		Failed     []summaryFailure   `json:"failed,omitempty"`
	}
	summaryLeftAlone struct {
		Path    string `json:"path"`
		Reason  string `json:"reason"`
		Default bool   `json:"default,omitempty"`
	}
	summaryFix struct {
		ID         string          `json:"id"`
		ArtifactID string          `json:"artifact_id,omitempty"`
		Rule       string          `json:"rule"`
		Title      string          `json:"title"`
		Origins    []string        `json:"origins"`
		Status     fixedits.Status `json:"status"`
		Code       fixedits.Code   `json:"code,omitempty"`
		By         string          `json:"by,omitempty"`
		Reason     string          `json:"reason,omitempty"`
		Round      int             `json:"round"`
		Path       string          `json:"path,omitempty"`
		Line       int             `json:"line,omitempty"`
		Column     int             `json:"column,omitempty"`
		Message    string          `json:"message,omitempty"`
		Verdict    *verdictJSON    `json:"verdict,omitempty"`

		Certificate *fixedits.Certificate `json:"certificate,omitempty"`
		AI          any                   `json:"ai,omitempty"`
	}
	summaryCrash struct {
		Path    string `json:"path"`
		Checker string `json:"checker"`
		Message string `json:"message"`
	}
	summaryFailure struct {
		Path    string `json:"path"`
		Message string `json:"message"`
	}
	summaryFile struct {
		Path   string `json:"path"`
		Before string `json:"before,omitempty"` // none of a file that is created
		After  string `json:"after,omitempty"`  // none of one that is deleted

		Executable bool `json:"executable,omitempty"` // of a file that is created
	}
)

// statusPending replaces applied in the summary of a mode that writes nothing.
const statusPending fixedits.Status = "pending"

// SummaryJSON writes the summary for programs. It has one entry for every fix
// of every artifact, and the SHA-256 of each changed file before and after the
// run, if there is a file. If the strict policy refused, it lists no files.
// Undeclared files are listed if there are any.
func SummaryJSON(out io.Writer, s *Summary) error {
	doc := summaryJSON{
		Version:   1,
		Written:   !s.Preview && len(s.Blocked) == 0 && len(s.Files) > 0,
		Rounds:    s.Rounds,
		Fixes:     make([]summaryFix, 0, len(s.Outcomes)),
		Files:     make([]summaryFile, 0, len(s.Files)),
		Remaining: s.Count(),

		Verified:   s.Verified.json(),
		AI:         s.AI.json(),
		Undeclared: s.Undeclared.Files,
	}
	for _, o := range s.Outcomes {
		// A check without a target has no origin.
		origins := slices.DeleteFunc(append([]string{}, o.Origins...), func(origin string) bool { return origin == "" })
		fix := summaryFix{
			ID: o.ID, ArtifactID: o.OwnID, Rule: o.Rule, Title: o.Title, Origins: origins,
			Status: o.Status, Code: o.Reason.Code, By: o.Reason.By, Reason: o.Reason.String(), Round: o.Round, Verdict: verdictOf(&o), Certificate: o.Certificate,
		}
		fix.AI = s.AI.of(&o)
		if s.Preview && fix.Status == fixedits.StatusApplied {
			fix.Status = statusPending
		}
		if d := o.Finding; d != nil {
			fix.Path, fix.Line, fix.Column, fix.Message = d.Path, d.Line, d.Column, inWords(d)
		} else if len(o.Paths) > 0 {
			fix.Path = o.Paths[0]
		}
		doc.Fixes = append(doc.Fixes, fix)
	}
	if len(s.Blocked) == 0 {
		for _, file := range s.Files {
			doc.Files = append(doc.Files, summaryFile{
				Path: file.Path, Before: file.BeforeSHA256, After: file.AfterSHA256(), Executable: file.Created && file.Executable,
			})
		}
	}
	for _, file := range s.LeftAlone {
		doc.LeftAlone = append(doc.LeftAlone, summaryLeftAlone{file.Path, file.Reason, file.Default})
	}
	for _, c := range s.Crashes {
		doc.Crashes = append(doc.Crashes, summaryCrash{Path: c.Path, Checker: c.Checker, Message: c.Message})
	}
	for _, f := range s.Failed {
		doc.Failed = append(doc.Failed, summaryFailure(f))
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}
