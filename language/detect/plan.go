package detect

import (
	"slices"
	"strings"
	"unicode"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// MostSteps is how many steps a plan may have; more are asked about.
const MostSteps = 20

// plan finds what a sentence that changes tasks asks for beyond one deed to one task.
func (s *sentence) plan(intent Intent, slots Slots) Plan {
	p := planner{sentence: s, intent: intent, slots: slots, named: namesIn(slots)}
	if ref := slots.TaskRef; ref != nil && !strings.ContainsFunc(*ref, unicode.IsLetter) {
		p.named = map[string]bool{} // 1-4 names no task by words
	}
	p.findClauses()
	p.findDeeds()
	p.findNumbers()
	return p.made()
}

// Number is the number that a text is, and nothing else, in digits or words: 21, twenty-one, ikkees, اکیس.
func (d *Detector) Number(typed string) (int, bool) {
	s := d.read(typed)
	if len(s.Tokens) == 0 {
		return 0, false
	}
	number, to, ok := s.num(0)
	return number, ok && to == len(s.Tokens)
}

// planner reads which deeds and which tasks a sentence speaks of.
type planner struct {
	*sentence
	intent  Intent
	slots   Slots
	named   map[string]bool
	clause  []int    // of each word
	deeds   []deed   // that are wanted, or told as done
	numbers []target // of tasks, as they are spoken of
	unsure  bool     // which numbers are meant is not certain
	counted bool     // tasks are counted: delete 3 tasks
}

// deed is an act that changes tasks.
type deed struct {
	intent Intent
	clause int
	at     span
}

// target is a task that is named by its number.
type target struct {
	number, word, clause int
}

func (p *planner) made() Plan {
	all := p.speaksOfAll()
	values := p.values()
	plan := Plan{All: all, Both: all && p.speaksOfBoth(), Acts: p.manyActs(), Tasks: values}
	if len(values) == 1 && p.slots.TaskID != nil && values[0] != *p.slots.TaskID {
		plan.Several = true // one that is not the one which is read elsewhere
		return plan
	}
	plan.Several = all || p.manyOrdinals() || plan.Acts || p.counted || len(values) > 1 || p.intent != CreateTask && p.manyNames()
	if p.intent == CreateTask {
		plan.Several = plan.Acts
		plan.All = false
		return plan
	}
	if p.leftOpen() {
		plan.Several, plan.All = true, false
		return plan
	}
	if plan.Several && !all && !p.unsure && !p.counted && !p.manyOrdinals() {
		plan.Steps = p.steps()
	}
	return plan
}

// leftOpen says whether of several tasks it is told which in a way that is not followed: all but 3, between 3 and 5.
func (p *planner) leftOpen() bool {
	if p.slots.Title != nil {
		return false
	}
	unsure, number := false, false
	for i := range p.words {
		_, _, ok := p.num(p.words[i].First)
		number = number || ok
		unsure = unsure || p.clauses.Several.Unsure.at(p.sentence, p.words[i].First) > 0
	}
	return unsure && (number || p.everyTask()) || len(p.values()) == 1 && p.everyTask()
}

// findClauses numbers the clauses of the words.
func (p *planner) findClauses() {
	p.clause = make([]int, len(p.words))
	n := 0
	for i := range p.words {
		if i > 0 && (p.breaks(i) || p.is(i, l.Or)) {
			n++
		}
		p.clause[i] = n
	}
}

// findDeeds finds the acts that change tasks, but for those within what names a task.
func (p *planner) findDeeds() {
	for i, a := range p.acts {
		if a.negated || !p.means(i, a) || p.inName(a.at) && !p.ordersAnother(a) || i != p.main && p.inClause(a, l.Not, l.Why, l.How) {
			continue
		}
		if of := p.kind(i, a); of != Unknown {
			p.deeds = append(p.deeds, deed{of, p.clause[a.at.from], a.at})
		}
	}
}

// means says whether an act is wanted, or told as what is done with a task.
func (p *planner) means(i int, a act) bool {
	switch a.mood {
	case ordered, wished:
		return true
	case told:
		return i == p.main || a.does(l.Finish, l.Mark, l.Ho)
	case mentioned:
		return i == p.main || a.does(l.Delete, l.Cancel, l.Finish, l.Mark) && !p.is(a.at.to, l.Task, l.Wala) && a.at.from > 0
	case spoken, asked:
	}
	return false
}

// ordersAnother says whether an act within the title of a new task is an order of its own: add milk and delete task 2.
func (p *planner) ordersAnother(a act) bool {
	return p.intent == CreateTask && a.mood == ordered && a.at.from > 0 && (p.breaks(a.at.from) || p.breaks(a.at.from-1)) && p.hasOwnTarget(p.clause[a.at.from])
}

func (p *planner) inName(at span) bool {
	for i := at.from; i < at.to; i++ {
		if !p.named[p.norm(i)] {
			return false
		}
	}
	return len(p.named) > 0
}

// kind is what an act does to a task.
func (p *planner) kind(i int, a act) Intent {
	switch {
	case a.does(l.Delete, l.Cancel):
		return DeleteTask
	case a.does(l.Khatam):
		if i == p.main {
			return p.intent
		}
		return Unknown
	case a.does(l.Ho) && i != p.main:
		return CompleteTask
	case a.does(l.Finish), a.does(l.Mark) && !p.inClause(a, l.High, l.Low, l.Medium, l.Pending):
		return CompleteTask
	case a.does(l.Change, l.Move, l.Rename, l.Reopen, l.Link, l.Repeat):
		return UpdateTask
	case a.does(l.Create, l.Remind):
		return CreateTask
	case i == p.main:
		return p.intent
	case a.does(l.Kar) && p.language != English && !p.inClause(a, l.Task, l.Wala, l.Ko) && !p.numberBeside(a):
	case a.does(l.Kar, l.Put, l.Make, l.Mark) && p.inClause(a, l.Completed):
		return CompleteTask
	case a.does(l.Kar, l.Put, l.Make, l.Mark) && p.tellsAttribute(a):
		return UpdateTask
	case a.does(l.Show, l.Tell) && a.mood == ordered && p.inClause(a, l.Task, l.List) && !p.inClause(a, l.It, l.NumberWord):
		return ListTasks
	}
	return Unknown
}

// tellsAttribute says whether the clause of an act states something that a task can have.
func (p *planner) tellsAttribute(a act) bool {
	if p.inClause(a, l.High, l.Low, l.Medium, l.Priority, l.Pending, l.Category, l.Date, l.Recur) {
		return true
	}
	for i := range p.words {
		if p.clause[i] == p.clause[a.at.from] && p.timeHolds(i) {
			return true
		}
	}
	return false
}

// numberBeside says whether a number stands in the clause of an act.
func (p *planner) numberBeside(a act) bool {
	for i := range p.words {
		if p.clause[i] != p.clause[a.at.from] {
			continue
		}
		if _, _, ok := p.num(p.words[i].First); ok {
			return true
		}
	}
	return false
}

// inClause says whether a word of an act's clause stands for any of these.
func (p *planner) inClause(a act, of ...l.Concept) bool {
	for i := range p.words {
		if p.clause[i] == p.clause[a.at.from] && p.is(i, of...) {
			return true
		}
	}
	return false
}

// findNumbers finds the numbers that may be those of tasks.
func (p *planner) findNumbers() {
	for i := 0; i < len(p.words); i++ {
		number, to, ok := p.num(p.words[i].First)
		if !ok && p.isOne(i) {
			number, to, ok = 1, p.words[i].Last+1, true
		}
		if !ok {
			continue
		}
		next := p.wordAt(to)
		switch {
		case p.countsTasks(i, next, number):
			p.counted = true
		case p.isTarget(i, next, number):
			p.add(i, next, number)
		}
		i = max(i, next-1)
	}
}

// isOne says whether a word is the number one, which mostly means "a": one and two, ek aur do number.
func (p *planner) isOne(i int) bool {
	if p.clauses.Several.One.at(p.sentence, p.words[i].First) == 0 {
		return false
	}
	beside := func(joint, number int) bool {
		return p.is(joint, l.And, l.Or) && number >= 0 && number < len(p.words) && !p.is(number, l.Any, l.Ordinal) && p.saysNumber(number)
	}
	return beside(i+1, i+2) || beside(i-1, i-2)
}

func (p *planner) saysNumber(i int) bool {
	_, to, ok := p.num(p.words[i].First)
	next := p.wordAt(to)
	return ok && (p.parted(next) || p.is(next, l.NumberWord, l.And) || p.follows(next))
}

// add adds a number, and those between it and the one before where they are the ends of a range.
func (p *planner) add(i, next, number int) {
	if n := len(p.numbers); n > 0 && p.ranges(p.numbers[n-1], i) {
		from := p.numbers[n-1].number
		p.unsure = p.unsure || number <= from || number-from >= MostSteps
		for between := from + 1; between < number && !p.unsure; between++ {
			p.numbers = append(p.numbers, target{between, i, p.clause[i]})
		}
	}
	p.unsure = p.unsure || p.is(i-1, l.Or) || p.is(next, l.Or)
	if p.parted(i-1) && p.is(i-1, l.No, l.Sorry) {
		p.numbers = nil // 4, no, 14
	}
	p.numbers = append(p.numbers, target{number, i, p.clause[i]})
}

// ranges says whether what stands between a number and the next means all from one to the other: 3-5, 3 to 5, 3 se 5 tak.
func (p *planner) ranges(before target, i int) bool {
	if p.intent == UpdateTask {
		return false
	}
	first, last := p.words[i].First, p.words[before.word].Last
	if last+1 == first {
		return p.Tokens[first].Before.Has(text.Dash)
	}
	length := p.clauses.Several.Ranges.at(p.sentence, last+1)
	for j := last + 1 + length; j < first; j++ {
		if w := p.wordAt(j); !p.is(w, l.Task, l.NumberWord) {
			return false
		}
	}
	return length > 0
}

// countsTasks says whether a number says how many tasks are meant: delete 3 tasks, pehle do task.
func (p *planner) countsTasks(i, next, number int) bool {
	if number > 1 && p.intent != UpdateTask && !p.parted(i) && p.clauses.Several.Counts.behind(p.sentence, p.words[i].First) {
		return true
	}
	return number > 1 && p.is(next, l.Task) && !p.is(next, l.NumberWord) && !p.parted(next) && !p.is(i-1, l.Task, l.NumberWord) && !p.ownTarget(i) && (!p.bare(i-1) || p.parted(i))
}

// ownTarget says whether a number is the one by which the sentence was found to name a task.
func (p *planner) ownTarget(i int) bool {
	for _, id := range p.ids {
		if id.at.holds(p.words[i].First) {
			return true
		}
	}
	return false
}

// isTarget says whether a number may be that of a task, and of one that is not to be left as it is.
func (p *planner) isTarget(i, next, number int) bool {
	at := span{p.words[i].First, p.words[i].First + 1}
	if p.main >= 0 && p.spared(numbered{at, number}) || p.corrects(at.from) {
		return false
	}
	if p.ownTarget(i) {
		return true
	}
	if e := p.timeAt(at.from); e != nil && e.Time() && !p.dashed(i) {
		return false
	}
	if p.beginsRange(next) {
		return true
	}
	if p.named[p.norm(i)] || p.quotedAt(at.from) || p.place.areaAt.holds(at.from) || p.counts(next) {
		return false
	}
	if p.bare(i-1) && !p.parted(i) && !p.joinsNumbers(i-1) || p.is(i-1, l.Priority, l.Area, l.Detail, l.Hadith, l.Masjid, l.Prayer, l.CatName) && !p.parted(i) {
		return false // surah 18
	}
	if p.intent == UpdateTask && (p.is(i-1, l.To, l.As) || p.isNumber(i-1) && !p.parted(i)) {
		return false
	}
	return p.endsNumber(next)
}

// beginsRange says whether what follows a number goes on to another: numbers 1 to 4.
func (p *planner) beginsRange(next int) bool {
	if p.intent == UpdateTask || next >= len(p.words) || p.parted(next) {
		return false
	}
	after := p.words[next].First + p.clauses.Several.Ranges.at(p.sentence, p.words[next].First)
	if after == p.words[next].First {
		return false
	}
	_, _, ok := p.num(after)
	return ok
}

// dashed says whether a number stands at an end of a range written with a dash.
func (p *planner) dashed(i int) bool {
	return p.intent != UpdateTask && (i > 0 && p.before(i) == text.Dash && p.isNumber(i-1) || p.after(i) == text.Dash && p.isNumber(i+1))
}

func (p *planner) isNumber(i int) bool {
	return i >= 0 && i < len(p.words) && p.Tokens[p.words[i].First].Script == text.Number
}

// joinsNumbers says whether a word that nothing is known of is a number itself, or joins two: 3-5, 3 through 5, between 3 and 5.
func (p *planner) joinsNumbers(i int) bool {
	first := p.words[i].First
	if _, _, ok := p.num(first); ok || p.norm(i) == "no" {
		return true
	}
	if p.clauses.Several.Unsure.at(p.sentence, first) > 0 {
		return true
	}
	return p.clauses.Several.Ranges.at(p.sentence, first) > 0 && p.isNumber(i-1)
}

// endsNumber says whether what follows a number lets it be that of a task, and does not say what it counts.
func (p *planner) endsNumber(next int) bool {
	if p.parted(next) || p.follows(next) || p.dashed(next-1) {
		return true
	}
	if p.is(next, l.And, l.Or, l.Also, l.Not, l.Verb, l.Loan, l.Polite, l.NumberWord, l.Se, l.On, l.Until, l.Completed, l.Pending, l.Then, l.But, l.Kar, l.Filler, l.High, l.Low, l.Medium, l.Priority, l.Recur, l.In) {
		return true
	}
	return next < len(p.words) && (p.clauses.Several.Ranges.at(p.sentence, p.words[next].First) > 0 || p.Tokens[p.words[next].First].Script == text.Number)
}

// quotedAt says whether a token stands in quotation marks.
func (p *planner) quotedAt(token int) bool {
	open := false
	for i := 0; i <= token; i++ {
		if p.Tokens[i].Before.Has(text.Quote) {
			open = !open
		}
	}
	return open
}

// corrects says whether a number before this token is named anew behind it: delete 6, sorry, 7.
func (p *planner) corrects(token int) bool {
	return len(p.ids) > 0 && token < p.corrected()
}

// values are the different numbers.
func (p *planner) values() []int {
	var values []int
	for _, one := range p.numbers {
		if !slices.Contains(values, one.number) {
			values = append(values, one.number)
		}
	}
	return values
}

// steps gives each task that is named the deed of its clause, or of the one that its clause goes on with. It gives none
// where a task has no deed or several, a deed has no task, or a deed is none that a step may be.
func (p *planner) steps() []Step {
	var steps []Step
	used := map[Intent]bool{}
	for _, one := range p.numbers {
		of := p.deedOf(one)
		if of != DeleteTask && of != CompleteTask {
			return nil
		}
		used[of] = true
		at := slices.IndexFunc(steps, func(s Step) bool { return s.TaskID == one.number })
		switch {
		case at < 0:
			steps = append(steps, Step{of, one.number})
		case steps[at].Intent != of:
			return nil
		}
	}
	for _, d := range p.deeds {
		if !used[d.intent] {
			return nil
		}
	}
	if len(steps) < 2 || len(steps) > MostSteps || p.manyNames() {
		return nil
	}
	return steps
}

// deedOf is the deed that is meant of a task: that of its clause, or else, as the verb stands first in English and last in
// Urdu, that of the clause before or after.
func (p *planner) deedOf(one target) Intent {
	step, last := -1, -1
	if p.language != English {
		step, last = 1, p.clause[len(p.clause)-1]+1
	}
	for _, way := range [...]struct{ step, end int }{{step, last}, {-step, p.clause[len(p.clause)-1] - last}} {
		for clause := one.clause; clause != way.end && clause >= 0 && clause <= p.clause[len(p.clause)-1]; clause += way.step {
			if of := p.kindIn(clause); of != "" {
				return of
			}
		}
	}
	if len(p.deeds) == 0 {
		return p.intent // the answer to a question, which names the tasks alone
	}
	return Unknown
}

// kindIn is the one kind of deed in a clause; Unknown where there are several, empty where there is none.
func (p *planner) kindIn(clause int) (of Intent) {
	for _, d := range p.deeds {
		switch {
		case d.clause != clause:
		case of == "":
			of = d.intent
		case of != d.intent:
			return Unknown
		}
	}
	return of
}

// manyActs says whether deeds of different kinds are wanted. What is made may be changed in the same breath: add X, link it
// to Asr; and what is told as done may be ordered away: I finished it, delete it.
func (p *planner) manyActs() bool {
	kinds := map[Intent]bool{}
	for _, d := range p.deeds {
		a := p.actOf(d)
		if (a.mood == told || a.mood == mentioned) && (!p.hasTarget(d.clause) || len(p.values()) < 2) || p.intent == CreateTask && d.intent != CreateTask && !p.hasOwnTarget(d.clause) {
			continue
		}
		if d.intent == UpdateTask && p.is(a.at.to, l.It) || d.intent == CreateTask && p.intent != CreateTask && p.is(a.at.to, l.It) {
			continue
		}
		kinds[d.intent] = true
	}
	return len(kinds) > 1 && len(p.clausesOfDeeds()) > 1
}

func (p *planner) actOf(d deed) act {
	for _, a := range p.acts {
		if a.at == d.at {
			return a
		}
	}
	return act{}
}

func (p *planner) clausesOfDeeds() map[int]bool {
	in := map[int]bool{}
	for _, d := range p.deeds {
		in[d.clause] = true
	}
	return in
}

func (p *planner) hasTarget(clause int) bool {
	return slices.ContainsFunc(p.numbers, func(one target) bool { return one.clause == clause })
}

// hasOwnTarget says whether a clause names a task by the word task and its number.
func (p *planner) hasOwnTarget(clause int) bool {
	return slices.ContainsFunc(p.ids, func(id numbered) bool {
		w := p.wordAt(id.at.from)
		return w < len(p.clause) && p.clause[w] == clause
	})
}

// manyOrdinals says whether more than one place in a list is named: the first and the third, pehla aur doosra.
func (p *planner) manyOrdinals() bool {
	place := ""
	for i, w := range p.words {
		if !p.is(i, l.Ordinal) || p.timeHolds(i) || p.named[p.norm(i)] {
			continue
		}
		if place != "" && place != w.Value {
			return true
		}
		place = w.Value
	}
	return false
}

// manyNames says whether more than one task is named by words: the gym task and the milk task, gym wala aur doodh wala.
func (p *planner) manyNames() bool {
	if p.slots.Title != nil {
		return false
	}
	count, in := 0, -1
	for i := range p.words {
		if p.clause[i] != in && p.namesTask(i) && !p.leaves(p.clause[i]) {
			count, in = count+1, p.clause[i]
		}
	}
	return count > 1
}

// namesTask says whether a word closes the name of a task: the gym task, doodh wala, and not task 3, my tasks, the first one.
func (p *planner) namesTask(i int) bool {
	if !p.is(i, l.Task, l.Wala) && (p.norm(i) != "one" || p.language != English) || p.parted(i) {
		return false
	}
	return p.bare(i-1) || p.is(i-1, l.Deed, l.CatName, l.Prayer, l.Namaz, l.Inf) && !p.is(i-1, l.Completed, l.Pending, l.It, l.Any, l.New)
}

// leaves says whether a clause says that its task is left as it is, or tells of another thing than what is wanted.
func (p *planner) leaves(clause int) bool {
	for i := range p.words {
		if p.clause[i] == clause && (p.keeps(i) || p.is(i, l.Instead)) {
			return true
		}
	}
	return false
}

// speaksOfAll says whether every task of a kind is meant, or both.
func (p *planner) speaksOfAll() bool {
	if len(p.numbers) > 0 {
		return false
	}
	namesNone := p.slots.TaskRef == nil && p.slots.TaskID == nil && !p.has(l.It, l.This, l.One, l.Ordinal, l.Wala)
	return p.everyTask() || p.intent == DeleteTask && namesNone && p.has(l.List) // clear my list
}

// speaksOfBoth says whether two tasks are meant that are not named.
func (p *planner) speaksOfBoth() bool {
	for i := range p.Tokens {
		if p.clauses.Several.Both.at(p.sentence, i) > 0 {
			return true
		}
	}
	return false
}

// everyTask says whether a word says that every task, or both, are meant.
func (s *sentence) everyTask() bool {
	for i, token := range s.Tokens {
		if e := s.timeAt(i); e != nil && e.Time() || token.Script == text.Number {
			continue
		}
		words := &s.clauses.Several
		if words.AllBut.at(s, i) > 0 || words.AllBut.at(s, i-1) > 0 {
			continue
		}
		if words.All.at(s, i) > 0 {
			return true
		}
		if length := words.Both.at(s, i); length > 0 && !s.bare(s.wordAt(i+length)) {
			return true
		}
	}
	return false
}

// wantsAll is the deed that is ordered for all tasks of a kind where that was taken for something else: delete all Fajr tasks.
func (s *sentence) wantsAll(intent Intent) Intent {
	if intent.Writes() || s.main < 0 || !s.has(l.Task) && intent != ListTasks || !s.everyTask() || s.has(l.Masjid, l.Hadith) || s.has(l.Pending, l.AllStatus, l.Show, l.See) {
		return Unknown
	}
	a := s.acts[s.main]
	switch {
	case a.mood != ordered || a.negated:
	case a.does(l.Delete, l.Cancel):
		return DeleteTask
	case a.does(l.Finish):
		return CompleteTask
	}
	return Unknown
}

// takeBareNumber notes a number that "it" is to become, and that is read as no task's then: make it 7 instead.
func (s *sentence) takeBareNumber(r *Result) {
	if r.Intent != UpdateTask && r.Intent != Unknown || !s.has(l.It) || s.has(l.Task, l.NumberWord, l.Wala, l.Not) || changesBeside(r.Slots) {
		return
	}
	if s.main < 0 || s.acts[s.main].negated || !s.acts[s.main].does(l.Make, l.Put, l.Change, l.Kar, l.Move) {
		return
	}
	if number, ok := s.onlyNumber(); ok {
		r.Cues.Bare, r.Slots.TaskID, r.Slots.TaskRef = number, nil, nil
	}
}

// onlyNumber is the one number of a sentence which tells no time, and has no word that nothing is known of.
func (s *sentence) onlyNumber() (number int, ok bool) {
	for i := 0; i < len(s.words); i++ {
		e := s.timeAt(s.words[i].First)
		if e != nil && e.Time() {
			return 0, false
		}
		value, to, is := s.num(s.words[i].First)
		switch {
		case is && ok, !is && s.bare(i):
			return 0, false
		case is:
			number, ok = value, true
			i = max(i, s.wordAt(to)-1)
		}
	}
	return number, ok
}

// changesBeside says whether slots say what of a task is to be changed.
func changesBeside(s Slots) bool {
	return s.Title != nil || s.Priority != nil || s.LinkedPrayer != nil || s.Recurrence != nil || s.Category != nil || s.Status != nil ||
		s.Due != nil || s.DueRelative != nil
}
