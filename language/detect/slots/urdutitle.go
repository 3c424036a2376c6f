package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// weighsToDo is what it weighs in Urdu that a run ends in the verb of what is to be done: bill bharna hai.
const weighsToDo = 5

// weighsAside is what a run loses that only says that one forgets.
const weighsAside = 8

// pastTimes takes in Urdu the verb behind a time that parts it from what it is done to, for that names the task by itself: lunch box roz
// subah tayyar karna hai, bill kal bharna hai. With a postposition, and for where one goes, both name it: ammi ko kal phone karna hai.
func (c *content) pastTimes(runs []run) []run {
	if c.Language == meaning.English {
		return runs
	}
	left := runs[:0]
	for _, r := range runs {
		n := len(left)
		if r.Span = c.pastBefore(r.Span); r.Empty() {
			continue
		}
		verb := c.beforeHabit(r.Span)
		if n == 0 || !c.verbAlone(verb) || !c.substance(left[n-1].Span) || !c.onlyTimes(left[n-1].To, r.From) {
			left = append(left, r)
			continue
		}
		object := &left[n-1]
		object.toDo = c.isToDo(verb)
		if c.postposed(object.To) || c.postposed(object.To-1) || c.Is(object.To-1, l.Near) || c.Is(r.From, l.Go) {
			object.verb = verb
		}
		c.takeWords(r.Span)
	}
	return left
}

// pastBefore takes off the beginning what is left of a time: 10 tareekh se pehle pehle.
func (c *content) pastBefore(r reading.Span) reading.Span {
	for !r.Empty() && c.Is(r.From, l.Before, l.After) && c.gone(r.From-1) {
		r.From++
	}
	return r
}

// beforeHabit takes off the end what says that a thing is done again and again: karna hota hai.
func (c *content) beforeHabit(r reading.Span) reading.Span {
	for r.To-1 > r.From && c.habit(r.To-1) {
		r.To--
	}
	return r
}

// pastBeforehand returns where what is named begins in Urdu behind when it is done: sone se pehle X, khane ke baad X.
func (c *content) pastBeforehand(r reading.Span) int {
	oblique := c.Is(r.From, l.Inf) || c.Bare(r.From) && c.Forms.ObliqueEndings.End(c.Norm(r.From))
	if c.Language == meaning.English || r.To-r.From < 4 || !oblique {
		return r.From
	}
	if c.Is(r.From+1, l.Se, l.Ka) && c.Is(r.From+2, l.Before, l.After) {
		return r.From + 3
	}
	if c.Is(r.From+1, l.Before, l.After) {
		return r.From + 2
	}
	return r.From
}

// verbAlone says whether a run is an infinitive alone, or one that is made of a noun and karna.
func (c *content) verbAlone(r reading.Span) bool {
	switch r.To - r.From {
	case 1:
		return c.infinitive(r.From)
	case 2:
		return c.infinitive(r.To-1) && c.Is(r.To-1, l.Kar, l.Dila, l.Ho)
	}
	return false
}

// infinitive says whether a word is an infinitive of Urdu.
func (c *content) infinitive(i int) bool {
	if c.Is(i, l.Inf) {
		return true
	}
	return c.Bare(i) && c.Forms.InfinitiveEndings.End(c.Norm(i)) && c.Is(i+1, l.Is, l.Want, l.Ho)
}

// isToDo says whether a run ends in an infinitive, and it is said that it must be done.
func (c *content) isToDo(r reading.Span) bool {
	return c.infinitive(r.To-1) && c.Is(r.To, l.Is, l.Want, l.Ho) && !c.Parted(r.To)
}

// onlyTimes says whether from one word to another a time is told, and nothing else but postpositions.
func (c *content) onlyTimes(from, to int) bool {
	told := false
	for i := from; i < to; i++ {
		time := c.gone(i) && c.TimeHolds(i)
		if c.Parted(i) || !time && !c.postposed(i) && !c.Is(i, l.Before, l.After) {
			return false
		}
		told = told || time
	}
	return told && !c.Parted(to)
}

// postposed says whether a word is a postposition of Urdu.
func (c *content) postposed(i int) bool {
	return c.Is(i, l.Ko, l.Se, l.In, l.On, l.For) && c.Words[i].Languages&l.English == 0 || c.Is(i, l.Ko, l.Se)
}

// inUrdu is what a run weighs by how it is said in Urdu, and where it is said to be the name.
func (c *content) inUrdu(r run) (points int) {
	if c.titleFrom > 0 && r.From == c.titleFrom {
		return weighsCalled
	}
	if c.Language == meaning.English {
		if c.making().TellsOfForgetting(r.Span) {
			return -weighsAside
		}
		if c.edges().ToldForThen(r.Span) {
			return weighsToDo
		}
		return 0
	}
	if r.toDo || c.isToDo(r.Span) {
		points += weighsToDo
	} else if r.verb.Empty() && c.Is(r.From-1, l.Is) {
		points -= c.behindIs(r.Span)
	}
	if c.making().Corrected(r.From) {
		points += weighsNamed
	}
	if c.edges().ToldForThen(r.Span) {
		points += weighsToDo
	}
	if c.onlyForgets(r.Span) {
		return points - weighsAside
	}
	if c.Forms.Continuing[c.Norm(r.To)] || c.Forms.Continuing[c.Norm(r.To+1)] && !c.Parted(r.To+1) {
		points -= weighsToDo // servicing reh rahi hai
	}
	if c.Main >= 0 && r.From >= c.Acts[c.Main].At.To && c.Is(r.To, l.Ka) && c.EndsHere(r.To+1) {
		points += weighsBeside // reminder laga do servicing karwane ka
	}
	return points
}

// onlyForgets says whether words only tell that one forgets: bhool jata hun; pichli baar bhool gaya.
func (c *content) onlyForgets(r reading.Span) bool {
	for i := r.From; i < r.To; i++ {
		if c.Is(i, l.Forget) && !c.Is(i, l.Inf) && (i == r.From || c.Is(i+1, l.Perf)) {
			return true
		}
	}
	return false
}

// behindIs is what a run loses that stands behind "hai", and only says more of what is told before it: nikah parhana hai Korangi mein,
// kal mehfil hai khala ke ghar.
func (c *content) behindIs(r reading.Span) int {
	at := r.From - 2
	if at >= 0 && c.substance(reading.Span{From: at, To: at + 1}) && !c.Parted(r.From) && !c.gone(at) && !c.namesDeed(r) {
		return weighsOrdered
	}
	if c.saidBehind(r) {
		return weighsToDo
	}
	return 0
}

// saysWhatFor says whether in Urdu what a deed is for stands at the end of what names it: samosay banana ramzan k liye.
func (c *content) saysWhatFor(r reading.Span) bool {
	return c.Is(r.To, l.For) && c.Language != meaning.English && c.namesDeed(r) && !c.Is(r.To-1, l.Inf)
}

// namesDeed says whether what is to be done stands among words.
func (c *content) namesDeed(r reading.Span) bool {
	for i := r.From; i < r.To; i++ {
		if c.infinitive(i) || c.Forms.FeminineEndings.End(c.Norm(i)) && c.Bare(i) && c.Is(i+1, l.Is) {
			return true
		}
	}
	return false
}

// saidBehind says whether a run behind "hai" only says more of what must be done: nikah parhana hai Korangi mein.
func (c *content) saidBehind(r reading.Span) bool {
	return c.postposed(r.To) || c.postposed(r.To-1) || c.infinitive(r.From-2) && !c.Parted(r.From) && !c.Is(r.To, l.Ka)
}

// withPostposition is a run with the postposition behind it.
func (c *content) withPostposition(r reading.Span) reading.Span {
	if c.postposed(r.To) {
		r.To++
	}
	return r
}

// upToDeed takes off the end in Urdu what stands behind the deed that must be done (fees bharni thi na wo), and the word for the date that
// is told behind it (assignment ki aakhri tareekh 18 march).
func (c *content) upToDeed(r reading.Span) reading.Span {
	if c.Language == meaning.English {
		return r
	}
	for i := r.From; i+1 < r.To; i++ {
		if c.infinitive(i) && c.Is(i+1, l.Is) {
			return reading.Span{From: r.From, To: i + 1}
		}
	}
	if r.To < len(c.Words) && c.TimeHolds(r.To) && c.Is(r.To-1, l.Date) && !c.Parted(r.To) {
		to := r.To - 1
		if c.Is(to-1, l.Last) {
			to--
		}
		if to-1 > r.From && c.Is(to-1, l.Ka) {
			return reading.Span{From: r.From, To: to - 1}
		}
	}
	return r
}
