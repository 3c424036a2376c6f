package slots

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/naming"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// content is which tokens of a sentence are left to name a task, when those that say something else are taken out.
type content struct {
	sentence
	taken     []bool       // by token
	newTitle  reading.Span // the words of a new name
	titleFrom int          // the word with which a name begins that is said to be one: naam rakho X; 0 for none
}

func (s sentence) content() *content {
	return &content{sentence: s, taken: make([]bool, len(s.Tokens))}
}

func (c *content) takeTokens(at reading.Span) {
	for i := max(0, at.From); i < min(at.To, len(c.taken)); i++ {
		c.taken[i] = true
	}
}

func (c *content) takeWord(i int) {
	if i >= 0 && i < len(c.Words) {
		c.takeTokens(reading.Span{From: c.Words[i].First, To: c.Words[i].Last + 1})
	}
}

func (c *content) takeWords(at reading.Span) {
	for i := at.From; i < at.To; i++ {
		c.takeWord(i)
	}
}

// gone says whether a word is taken.
func (c *content) gone(i int) bool { return i >= 0 && i < len(c.Words) && c.taken[c.Words[i].First] }

// takeTimes takes what tells when or how often.
func (c *content) takeTimes(times []when.Expression) {
	for _, e := range times {
		if e.Time() && !e.Loose && !c.ofName(e) {
			c.takeTokens(reading.Span{From: e.From, To: e.To})
		}
	}
	for _, e := range times { // shaam ko
		after := c.WordAt(e.To)
		if e.Loose && e.Has == when.DayPart && c.Is(after, l.Ko) && c.Words[after].First == e.To {
			c.takeTokens(reading.Span{From: e.From, To: e.To + 1})
		}
	}
	for _, e := range times { // "morning" beside a time is part of it
		if e.Loose && (e.From > 0 && c.taken[e.From-1] || e.To < len(c.taken) && c.taken[e.To]) && !c.nounFollows(e.To) {
			c.takeTokens(reading.Span{From: e.From, To: e.To})
		}
	}
}

// ofName says whether a time belongs to the name behind it or before it: salana report, subah ki dua, leave for jummah.
func (c *content) ofName(e when.Expression) bool {
	if c.edges().ForJummah(e) {
		return true
	}
	if e.Irregular && e.Has == when.Rhythm && e.To == e.From+1 {
		return c.nounFollows(e.To)
	}
	return e.Has == when.DayPart && c.nounFollows(e.To) && !c.Is(c.WordAt(e.To)-1, l.Ko)
}

func (c *content) nounFollows(token int) bool {
	i := c.WordAt(token)
	return c.Is(i, l.Ka) || c.Bare(i)
}

// takeAct takes a command, the courtesies before it, and the word task that it is about.
func (c *content) takeAct(a clauses.Act) {
	c.takeWords(a.At)
	for i := a.At.From - 1; i >= 0 && !c.Parted(i+1) && c.Is(i, l.Polite, l.Filler, l.Can, l.You, l.Me, l.Want, l.To, l.Let, l.Dont); i-- {
		if a.Urdu && !c.Is(i, l.Polite, l.Filler) {
			break
		}
		c.takeWord(i)
	}
}

// run is a run of words that are left.
type run struct {
	reading.Span // words
	weight       int
	verb         reading.Span // words behind a time that belong to it
	toDo         bool         // it is said that it must be done
}

// runs finds what is left, trimmed of the words that only join it to what is taken.
func (c *content) runs(edge l.Set, leading l.Set) []run {
	var runs []run
	for i := 0; i < len(c.Words); {
		if c.gone(i) {
			i++
			continue
		}
		from := i
		if c.edges().JoinsClauses(i) && i+1 < len(c.Words) && !c.gone(i+1) {
			from, i = i+1, i+1
		}
		for i < len(c.Words) && !c.gone(i) && (i == from || !c.splits(i) && !c.turns(i)) {
			i++
		}
		if r := c.trim(reading.Span{From: from, To: i}, edge, leading); !r.Empty() {
			runs = append(runs, run{Span: r, weight: c.weight(r)})
		}
	}
	return runs
}

// splits says whether what is left falls apart before a word: at a comma, a colon, the end of a sentence.
func (c *content) splits(i int) bool {
	return c.Before(i).Has(text.Comma|text.Colon|text.Question|text.Stop) &&
		(c.Before(i).Has(text.Space) || c.Tokens[c.Words[i].First].Script == text.Arabic) && !c.abbreviated(i)
}

// turns says whether another clause begins with a word: so, because, and what follows hai, for it is said anew.
func (c *content) turns(i int) bool {
	return c.edges().JoinsClauses(i) ||
		!c.making().Correlates(i) && c.Is(i-1, l.Is) && c.Words[i-1].Languages&l.English == 0 && !c.Is(i, l.Is, l.Ka, l.Not, l.Filler)
}

// abbreviated says whether the stop before a word only shortens the one before: Dr. Israr.
func (c *content) abbreviated(i int) bool {
	before := c.Tokens[c.Words[i-1].Last].Norm
	return c.Forms.Abbreviations[before] && c.Before(i) == text.Stop|text.Space ||
		c.Forms.Regarding[before] && c.Before(i) == text.Colon|text.Space // re: arrears
}

func (c *content) trim(r reading.Span, edge, leading l.Set) reading.Span {
	for !r.Empty() && !c.beginsDeed(r.From, r) && c.leads(r.From, edge, leading) && !c.keeps(r.From, r) {
		r.From++
	}
	for !r.Empty() && c.Words[r.To-1].Concepts.Meets(edge) && !c.keeps(r.To-1, r) {
		r.To--
	}
	return r
}

// joinedByDash says whether a word at the edge is the rest of one before it, or the beginning of one behind it: check-in, pick-up.
func (c *content) joinedByDash(i int, r reading.Span) bool {
	return i > r.From && c.Before(i) == text.Dash || i+1 < r.To && c.Before(i+1) == text.Dash
}

func (c *content) leads(i int, edge, leading l.Set) bool {
	return c.Words[i].Concepts.Meets(edge) || c.Words[i].Concepts.Meets(leading)
}

// beginsDeed says whether a word behind "to" is the verb of what is to be done, and not what leads to another.
func (c *content) beginsDeed(i int, r reading.Span) bool {
	apart := (i > 0 || c.Bare(1) || c.Is(1, l.The)) && c.Parted(i) && !c.Is(i+1, l.You, l.Me, l.It, l.Not)
	leads := c.Forms.Unmeant.Infinitive[c.Norm(i-1)] || apart
	return c.Language == meaning.English && leads && i+1 < r.To && c.Forms.DoingVerbs[c.Norm(i)] && !c.Is(i+1, l.To)
}

// addresses says whether a word is how the one is called whose name stands before it: Usman bhai.
func (c *content) addresses(i int) bool {
	if !c.Forms.Honorifics[c.Norm(i)] || !c.Bare(i-1) || c.Parted(i) {
		return false
	}
	first := c.Original[c.Tokens[c.Words[i-1].First].Start]
	return first >= 'A' && first <= 'Z' || c.Is(i-2, l.With) && !c.Parted(i-1)
}

// keeps says whether a word at the edge is more than a joint: a verb, part of a name.
func (c *content) keeps(i int, r reading.Span) bool {
	w := c.Words[i]
	if i == r.From && (c.callsAttention(i) || c.making().Begins(i)) {
		return !c.callsAttention(i)
	}
	if w.Concepts.Has(l.Deed, l.CatName, l.Prayer) || c.joinedByDash(i, r) || c.edges().Spelt(i) {
		return true
	}
	return i == r.To-1 && i > r.From && c.keepsLast(i)
}

// keepsLast says whether a word at the end is more than a joint: Hamza ke sath, concrete aa raha.
func (c *content) keepsLast(i int) bool {
	if c.Language == meaning.English && c.Bare(i-1) && !c.Parted(i) && c.Forms.AirInEnglish[c.Norm(i)] {
		return true // tyre air
	}
	w := c.Words[i]
	postposed := w.Concepts.Has(l.With) && w.Languages&l.English == 0 && c.Bare(i-1)
	return w.Concepts.Has(l.Inf) || postposed || c.addresses(i) || c.Forms.Continuing[c.Norm(i)] && c.Bare(i-1)
}

// callsAttention says whether a verb only asks to listen, before what is said: suno, dekho.
func (c *content) callsAttention(i int) bool {
	return c.Is(i, l.Filler) && c.Is(i, l.Imp, l.Stem) && c.Language != meaning.English
}

func (c *content) weight(r reading.Span) int {
	weight := 0
	for i := r.From; i < r.To; i++ {
		switch w := c.Words[i]; {
		case w.Concepts.Empty():
			weight += 3
		case w.Concepts.Has(l.Deed, l.CatName, l.Prayer, l.Masjid, l.Namaz, l.Hadith, l.Foreign, l.Inf, l.Detail):
			weight += 2
		case w.Concepts.Has(l.Ka, l.Ko, l.Se, l.In, l.On, l.To, l.Is, l.Filler, l.The, l.For):
		default:
			weight++
		}
	}
	return weight
}

// judged is the sentence as it names a task.
func (c *content) judged(kind naming.Kind) naming.Sentence {
	return naming.Sentence{Read: c.Clauses, Taken: c.taken, Kind: kind, Said: c.titleFrom > 0}
}

// better is the name that the sentence gives a task, where rules found this one.
func (c *content) better(name string, kind naming.Kind) string {
	s := c.judged(kind)
	return naming.Better(&s, name)
}

// asked is the name of the task that the sentence asks about, where rules found this one or none.
func (c *content) asked(name string) string {
	s := c.judged(naming.Asked)
	return naming.Named(&s, name)
}

// words returns the text of a run of words.
func (s sentence) textOf(r reading.Span) string {
	return text.Tidy(s.Piece(s.Words[r.From].First, s.Words[r.To-1].Last))
}
