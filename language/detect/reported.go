package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// reported says whether what was done is told of another or as hearsay: my son made a task, tum ne … kar diya, whether he
// finished it, log kehte hain, task 9 is "done".
func (s gateSentence) reported(intent Intent) bool {
	if intent == CreateTask {
		return s.madeByNow() || s.hearsay()
	}
	if s.main < 0 {
		return false
	}
	a := s.acts[s.main]
	if s.kept(a) || s.imagined() || (intent == CompleteTask || intent == DeleteTask) && s.notYet(a) {
		return true
	}
	return a.mood == told && (s.doubted(a) || s.yourDoing() || s.theirOwn() || s.scare(a))
}

// madeByNow says whether in English a task is told of as made already, and nothing is ordered.
func (s gateSentence) madeByNow() bool {
	if s.has(l.Want) {
		return false
	}
	made := false
	for _, a := range s.acts {
		if a.urdu || a.mood == ordered || a.mood == wished {
			return false
		}
		made = made || a.mood == told && a.does(l.Create, l.Make, l.Put)
	}
	return made
}

// hearsay says whether people say so: log kehte hain.
func (s gateSentence) hearsay() bool {
	if s.main < 0 || s.acts[s.main].mood == ordered {
		return false
	}
	unmeant := &s.forms.Unmeant
	for i := range s.Tokens[:len(s.Tokens)-1] {
		if unmeant.Crowd[s.Tokens[i].Norm] && unmeant.Says[s.Tokens[i+1].Norm] {
			return true
		}
	}
	return false
}

// imagined says whether it is only supposed to be so: pretend that, let's say, farz karo, maan lo.
func (s gateSentence) imagined() bool {
	for i := range s.Tokens[:len(s.Tokens)-1] {
		if s.forms.Unmeant.Supposing[s.Tokens[i].Norm] || s.forms.Unmeant.Supposed.at(s.Tokens, i) {
			return true
		}
	}
	return false
}

// notYet says whether something is to follow once it is done: tell me once it is done, ho jaye to batana.
func (s gateSentence) notYet(a act) bool {
	for i := range s.words {
		if s.forms.Unmeant.Until[s.norm(i)] && a.mood == ordered && a.does(l.Tell, l.Show) {
			return true
		}
		if s.forms.Unmeant.Becoming[s.norm(i)] && s.is(i+1, l.Then) && !s.parted(i+1) && s.is(i-1, l.Ho) {
			return true
		}
	}
	return false
}

// doubted says whether it is not known that it was done: whether he finished it, don't know if it is done.
func (s gateSentence) doubted(a act) bool {
	for i := a.at.from - 1; i >= 0 && !s.parted(i+1); i-- {
		if s.forms.Unmeant.Whether[s.norm(i)] || i > 0 && s.forms.Unmeant.Unknown.at(s.Tokens, s.words[i-1].First) {
			return true
		}
	}
	return false
}

// yourDoing says whether in Urdu it is told as the deed of the one spoken to: tum ne galat task complete kar diya.
func (s gateSentence) yourDoing() bool {
	for i, token := range s.Tokens {
		if s.forms.Unmeant.Yours[token.Norm] || i > 0 && s.forms.Ergative[token.Norm] && s.forms.Unmeant.Addressed[s.Tokens[i-1].Norm] {
			return true
		}
	}
	return false
}

// theirOwn says whether in Urdu it is told as another's deed to what is theirs: committee walon ne apna kaam mukammal kar liya. Who did
// the user's own task is another matter: bhai ne doosra task kar diya.
func (s gateSentence) theirOwn() bool {
	for i := 1; i < len(s.Tokens); i++ {
		if s.forms.Ergative[s.Tokens[i].Norm] && !s.forms.Ourselves[s.Tokens[i-1].Norm] {
			return i+1 < len(s.Tokens) && s.forms.Own[s.Tokens[i+1].Norm]
		}
	}
	return false
}

// scare says whether the deed alone stands in quotation marks: task 9 is "done".
func (s gateSentence) scare(a act) bool {
	return s.before(a.at.from).Has(text.Quote) && s.after(a.at.to-1).Has(text.Quote)
}

// kept says whether it is to be kept from happening: delete hone se bachao.
func (s gateSentence) kept(a act) bool {
	for i := a.at.from + 1; i <= a.at.to && i+1 < len(s.words); i++ {
		if s.forms.Unmeant.Happening[s.norm(i)] {
			return s.is(i+1, l.Se, l.Not)
		}
	}
	return false
}
