package fixactions

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A Combined is one action made of several, in their order.
type Combined struct {
	Actions []int    // indexes, ascending; at least two
	Against []Losing // actions that contradict one of these
	Action
	Lowered
}

// A Losing is an action that contradicts another: they change the same value,
// or one a value that the other is about.
type Losing struct{ Action, Winner int }

// Combine combines actions that a merge could not apply together, because they
// write to one place of a text although their operations are unrelated. An
// example is two keys that are added to one object. lowered is the result of
// Lower. read returns the same texts.
func Combine(read Reader, actions []Action, lowered []Lowered) []Combined {
	var candidates []Combined
	for _, cluster := range clusters(lowered) {
		if c, ok := combined(actions, cluster); ok {
			candidates = append(candidates, c)
		}
	}
	joint := make([]Action, len(candidates))
	for i := range candidates {
		joint[i] = candidates[i].Action
	}
	var all []Combined
	for i, l := range Lower(read, joint) {
		if l.Rejected == nil && len(l.Edits) > 0 {
			candidates[i].Lowered = l
			all = append(all, candidates[i])
		}
	}
	return all
}

// clusters returns groups of actions with edits that overlap or touch each
// other, directly or through others, and groups of actions that hold only one
// by one.
func clusters(lowered []Lowered) [][]int {
	type span struct {
		fixedits.Edit
		action int
	}
	var spans []span
	parent := make([]int, len(lowered))
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	join := func(i, j int) { parent[max(root(i), root(j))] = min(root(i), root(j)) }
	isolated := map[string]int{}
	for i := range lowered {
		parent[i] = i
		for _, e := range lowered[i].Edits {
			spans = append(spans, span{e, i})
		}
		if key := lowered[i].Isolation; key != "" {
			first, ok := isolated[key]
			if !ok {
				isolated[key] = i
				first = i
			}
			join(first, i)
		}
	}
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.action, b.action))
	})
	for i := 1; i < len(spans); i++ {
		last := &spans[i-1]
		if last.Path == spans[i].Path && spans[i].Start <= last.End {
			join(last.action, spans[i].action)
			spans[i].End = max(spans[i].End, last.End)
		}
	}
	members := map[int][]int{}
	for i := range lowered {
		members[root(i)] = append(members[root(i)], i)
	}
	var all [][]int
	for _, r := range slices.Sorted(maps.Keys(members)) {
		if len(members[r]) > 1 {
			all = append(all, members[r])
		}
	}
	return all
}

// combined combines the actions of a cluster into one, without actions that
// contradict others.
func combined(actions []Action, cluster []int) (Combined, bool) {
	var c Combined
	changed := changes{exclusive: map[string]int{}, around: map[string]int{}}
	first := slices.Clone(cluster)
	slices.SortStableFunc(first, func(i, j int) int { return cmp.Compare(actions[i].Priority, actions[j].Priority) })
	for _, i := range first {
		if winner, ok := changed.related(actions[i].Operations); ok {
			c.Against = append(c.Against, Losing{i, winner})
			continue
		}
		c.Actions = append(c.Actions, i)
		for j := range actions[i].Operations {
			changed.add(&actions[i].Operations[j], i)
		}
	}
	slices.Sort(c.Actions)
	slices.SortFunc(c.Against, func(a, b Losing) int { return cmp.Compare(a.Action, b.Action) })
	var earlier []*fixedits.Operation // of the actions before
	shifts, several := false, false
	for _, i := range c.Actions {
		operations := actions[i].Operations
		several = several || len(operations) > 1
		for j := range operations {
			shifts = shifts || operations[j].Kind == fixedits.OpInsertArrayItem && operations[j].Index != nil
			c.Operations = append(c.Operations, shifted(operations[j], earlier))
		}
		for j := range operations {
			earlier = append(earlier, &operations[j])
		}
		c.Targets = append(c.Targets, actions[i].Targets...)
	}
	// The indexes of an action that inserts twice are about different states.
	return c, len(c.Actions) > 1 && !(shifts && several)
}

// changes are the places that operations change, with an action that does.
// Their keys name file, document and pointer.
type changes struct {
	exclusive map[string]int // no other operation may change anything at or in these
	around    map[string]int // all changed places, and the places around them
}

// related returns an action that changes a place at or around one that an
// operation changes.
func (c *changes) related(operations []fixedits.Operation) (action int, ok bool) {
	for i := range operations {
		op := &operations[i]
		for _, p := range places(op) {
			if action, ok = c.around[key(op, p.pointer)]; ok && !p.shared {
				return action, true
			}
			for _, pointer := range upward(p.pointer) {
				if action, ok = c.exclusive[key(op, pointer)]; ok {
					return action, true
				}
			}
		}
	}
	return 0, false
}

func (c *changes) add(op *fixedits.Operation, action int) {
	for _, p := range places(op) {
		if !p.shared {
			c.exclusive[key(op, p.pointer)] = action
		}
		for _, pointer := range upward(p.pointer) {
			c.around[key(op, pointer)] = action
		}
	}
}

func key(op *fixedits.Operation, pointer string) string {
	document := 0
	if op.Document != nil {
		document = *op.Document
	}
	return strconv.Itoa(document) + op.File + "\x00" + pointer
}

// upward returns a pointer and the pointers of the values around it.
func upward(pointer string) []string {
	all := []string{pointer}
	for pointer != "" {
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
		all = append(all, pointer)
	}
	return all
}

// A touched is a place that an operation changes. Several operations may change
// a shared one, as they may insert into one array.
type touched struct {
	pointer string
	shared  bool
}

func places(op *fixedits.Operation) []touched {
	switch op.Kind {
	case fixedits.OpAddValue, fixedits.OpRemoveKey:
		return []touched{{operation.Join(op.Pointer, op.Key), false}}
	case fixedits.OpRenameKey:
		return []touched{{operation.Join(op.Pointer, op.From), false}, {operation.Join(op.Pointer, op.To), false}}
	case fixedits.OpReplaceArrayItem:
		return []touched{{operation.JoinIndex(op.Pointer, *op.Index), false}}
	case fixedits.OpInsertArrayItem:
		return []touched{{op.Pointer, true}}
	}
	return []touched{{op.Pointer, false}}
}

// shifted returns an operation on a state after earlier ones, all of which are
// about the same state. Items that they insert shift the indexes of later ones.
func shifted(op fixedits.Operation, earlier []*fixedits.Operation) fixedits.Operation {
	shift := func(array string, index int) int {
		by := 0
		for _, other := range earlier {
			if other.Kind == fixedits.OpInsertArrayItem && other.Index != nil &&
				key(other, array) == key(&op, array) && other.Pointer == array && *other.Index <= index {
				by++
			}
		}
		return index + by
	}
	tokens, err := operation.Parse(op.Pointer)
	if err != nil {
		return op
	}
	base := slices.Clone(tokens)
	for i := range tokens {
		if index, ok := operation.Index(tokens[i]); ok {
			tokens[i] = strconv.Itoa(shift(operation.Format(base[:i]), index))
		}
	}
	if op.Index != nil {
		op.Index = new(shift(op.Pointer, *op.Index))
	}
	op.Pointer = operation.Format(tokens)
	return op
}
