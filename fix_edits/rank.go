package fixedits

// Rank returns the rank of a severity, starting at 0 for an error. An unknown
// severity has rank 3.
func (s Severity) Rank() int {
	switch s {
	case SeverityError:
		return 0
	case SeverityWarning:
		return 1
	case SeverityInfo:
		return 2
	}
	return 3
}

// Safeties returns all safeties, the safest first.
func Safeties() []Safety { return []Safety{SafetySafe, SafetySuggestion, SafetyUnsafe} }

// Rank returns the rank of a safety, starting at 0 for the safest. An unknown
// safety has rank 3.
func (s Safety) Rank() int {
	switch s {
	case SafetySafe:
		return 0
	case SafetySuggestion:
		return 1
	case SafetyUnsafe:
		return 2
	}
	return 3
}

// rank returns the rank of a phase, in the order in which phases are applied.
func (p Phase) rank() int {
	switch p {
	case PhaseSyntax:
		return 0
	case PhaseSemantic:
		return 1
	case PhaseStyle:
		return 2
	case PhaseFormat:
		return 3
	}
	return 4
}

// safetyRanks and phaseRanks are the numbers of ranks, including one for
// unknown values.
const safetyRanks, phaseRanks = 4, 5
