package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

// content is which tokens of a sentence are left to name a task, when those that say something else are taken out.
type content struct {
	slotSentence
	taken []bool // by token
}

func (s slotSentence) content() *content {
	return &content{slotSentence: s, taken: make([]bool, len(s.Tokens))}
}

func (c *content) takeTokens(at span) {
	for i := max(0, at.from); i < min(at.to, len(c.taken)); i++ {
		c.taken[i] = true
	}
}

func (c *content) takeWord(i int) {
	if i >= 0 && i < len(c.words) {
		c.takeTokens(span{c.words[i].First, c.words[i].Last + 1})
	}
}

func (c *content) takeWords(at span) {
	for i := at.from; i < at.to; i++ {
		c.takeWord(i)
	}
}

// gone says whether a word is taken.
func (c *content) gone(i int) bool { return i >= 0 && i < len(c.words) && c.taken[c.words[i].First] }

// takeTimes takes what tells when or how often.
func (c *content) takeTimes(times []when.Expression) {
	for _, e := range times {
		if e.Time() && !e.Loose && (e.Has != when.DayPart || !c.nounFollows(e.To)) {
			c.takeTokens(span{e.From, e.To})
		}
	}
	for _, e := range times { // "morning" beside a time is part of it
		if e.Loose && (e.From > 0 && c.taken[e.From-1] || e.To < len(c.taken) && c.taken[e.To]) && !c.nounFollows(e.To) {
			c.takeTokens(span{e.From, e.To})
		}
	}
}

func (c *content) nounFollows(token int) bool {
	i := c.wordAt(token)
	return c.is(i, l.Ka) || c.bare(i)
}

// takeAct takes a command, the courtesies before it, and the word task that it is about.
func (c *content) takeAct(a act) {
	c.takeWords(a.at)
	for i := a.at.from - 1; i >= 0 && !c.parted(i+1) && c.is(i, l.Polite, l.Filler, l.Can, l.You, l.Me, l.Want, l.To, l.Let, l.Dont); i-- {
		if a.urdu && !c.is(i, l.Polite, l.Filler) {
			break
		}
		c.takeWord(i)
	}
}

// run is a run of words that are left.
type run struct {
	span   // words
	weight int
}

// runs finds what is left, trimmed of the words that only join it to what is taken.
func (c *content) runs(edge l.Set, leading l.Set) []run {
	var runs []run
	for i := 0; i < len(c.words); {
		if c.gone(i) {
			i++
			continue
		}
		from := i
		if c.joinsClauses(i) && i+1 < len(c.words) && !c.gone(i+1) {
			from, i = i+1, i+1
		}
		for i < len(c.words) && !c.gone(i) && (i == from || !c.splits(i) && !c.turns(i)) {
			i++
		}
		if r := c.trim(span{from, i}, edge, leading); !r.empty() {
			runs = append(runs, run{r, c.weight(r)})
		}
	}
	return runs
}

// splits says whether what is left falls apart before a word: at a comma, a colon, the end of a sentence.
func (c *content) splits(i int) bool {
	return c.before(i).Has(text.Comma|text.Colon|text.Question|text.Stop) &&
		(c.before(i).Has(text.Space) || c.Tokens[c.words[i].First].Script == text.Arabic) && !c.abbreviated(i)
}

// turns says whether another clause begins with a word: so, because, and what follows hai, for it is said anew.
func (c *content) turns(i int) bool {
	return c.joinsClauses(i) || c.is(i-1, l.Is) && c.words[i-1].Languages&l.English == 0 && !c.is(i, l.Is, l.Ka, l.Not, l.Filler)
}

// joinsClauses says whether a word joins a clause to the one before: so, because, isliye, hai to, kehti hain k.
func (c *content) joinsClauses(i int) bool {
	if c.forms.JoinClauses[c.form(i)] {
		return true
	}
	if c.form(i) == "is" && c.is(i+1, l.For) && c.words[i+1].Languages&l.English == 0 {
		return true // is liye
	}
	return c.is(i, l.Then, l.Ke) && c.is(i-1, l.Is, l.Ho) && c.words[i].Languages&(l.Roman|l.Urdu) != 0 &&
		c.words[i-1].Languages&l.English == 0
}

// abbreviated says whether the stop before a word only shortens the one before: Dr. Israr.
func (c *content) abbreviated(i int) bool {
	return c.forms.Abbreviations[c.Tokens[c.words[i-1].Last].Norm] && c.before(i) == text.Stop|text.Space
}

func (c *content) trim(r span, edge, leading l.Set) span {
	for !r.empty() && (c.words[r.from].Concepts.Meets(edge) || c.words[r.from].Concepts.Meets(leading)) && !c.keeps(r.from, r) {
		r.from++
	}
	for !r.empty() && c.words[r.to-1].Concepts.Meets(edge) && !c.keeps(r.to-1, r) {
		r.to--
	}
	return r
}

// keeps says whether a word at the edge is more than a joint: a verb, part of a name.
func (c *content) keeps(i int, r span) bool {
	w := c.words[i]
	if w.Concepts.Has(l.Deed, l.CatName, l.Prayer) {
		return true
	}
	return i == r.to-1 && i > r.from && w.Concepts.Has(l.Inf)
}

func (c *content) weight(r span) int {
	weight := 0
	for i := r.from; i < r.to; i++ {
		switch w := c.words[i]; {
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

// words returns the text of a run of words.
func (s slotSentence) textOf(r span) string {
	return text.Tidy(s.Between(s.words[r.from].First, s.words[r.to-1].Last))
}
