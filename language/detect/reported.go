package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// reported says whether what was done is told of another or as hearsay: my son made a task, tum ne … kar diya, whether he
// finished it, log kehte hain, task 9 is "done".
func (s *sentence) reported(intent Intent) bool {
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
func (s *sentence) madeByNow() bool {
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
func (s *sentence) hearsay() bool {
	if s.main < 0 || s.acts[s.main].mood == ordered {
		return false
	}
	for i := range s.Tokens[:len(s.Tokens)-1] {
		switch s.Tokens[i].Norm {
		case "log", "loag", "people", "they", "لوگ":
			if says[s.Tokens[i+1].Norm] {
				return true
			}
		}
	}
	return false
}

// imagined says whether it is only supposed to be so: pretend that, let's say, farz karo, maan lo.
func (s *sentence) imagined() bool {
	for i, token := range s.Tokens[:len(s.Tokens)-1] {
		next := s.Tokens[i+1].Norm
		switch token.Norm {
		case "pretend", "imagine", "suppose", "supposing", "assume", "assuming":
			return true
		case "lets", "let's":
			return next == "say"
		case "farz", "farzan", "فرض":
			return hasPrefix(next, "kar", "kr", "ki", "کر", "کی")
		case "maan", "man", "مان":
			return next == "lo" || next == "lein" || next == "لو" || next == "لیں"
		}
	}
	return false
}

// notYet says whether something is to follow once it is done: tell me once it is done, ho jaye to batana.
func (s *sentence) notYet(a act) bool {
	for i := range s.words {
		switch s.norm(i) {
		case "once", "when", "jab", "جب":
			if a.mood == ordered && a.does(l.Tell, l.Show) {
				return true
			}
		}
		if s.is(i+1, l.Then) && !s.parted(i+1) && s.is(i-1, l.Ho) {
			switch s.norm(i) {
			case "jaye", "jae", "jaaye", "jay", "jai", "جائے":
				return true
			}
		}
	}
	return false
}

// doubted says whether it is not known that it was done: whether he finished it, don't know if it is done.
func (s *sentence) doubted(a act) bool {
	for i := a.at.from - 1; i >= 0 && !s.parted(i+1); i-- {
		switch s.norm(i) {
		case "whether":
			return true
		case "if":
			switch s.norm(i - 1) {
			case "know", "sure", "wonder", "wondering", "remember", "ask", "asked", "tell", "see", "check", "certain":
				return true
			}
		}
	}
	return false
}

// yourDoing says whether in Urdu it is told as the deed of the one spoken to: tum ne galat task complete kar diya.
func (s *sentence) yourDoing() bool {
	for i, token := range s.Tokens {
		switch token.Norm {
		case "tumne", "aapne", "apne", "تمنے", "آپنے":
			return token.Norm != "apne"
		case "ne", "نے":
			if i > 0 {
				switch s.Tokens[i-1].Norm {
				case "tum", "aap", "ap", "تم", "آپ":
					return true
				}
			}
		}
	}
	return false
}

// theirOwn says whether in Urdu it is told as another's deed to what is theirs: committee walon ne apna kaam mukammal kar liya. Who did
// the user's own task is another matter: bhai ne doosra task kar diya.
func (s *sentence) theirOwn() bool {
	for i := 1; i < len(s.Tokens); i++ {
		if s.forms.Ergative[s.Tokens[i].Norm] && !s.forms.Ourselves[s.Tokens[i-1].Norm] {
			return i+1 < len(s.Tokens) && s.forms.Own[s.Tokens[i+1].Norm]
		}
	}
	return false
}

// scare says whether the deed alone stands in quotation marks: task 9 is "done".
func (s *sentence) scare(a act) bool {
	return s.before(a.at.from).Has(text.Quote) && s.after(a.at.to-1).Has(text.Quote)
}

// kept says whether it is to be kept from happening: delete hone se bachao.
func (s *sentence) kept(a act) bool {
	for i := a.at.from + 1; i <= a.at.to && i+1 < len(s.words); i++ {
		switch s.norm(i) {
		case "hone", "hony", "ہونے":
			return s.is(i+1, l.Se, l.Not)
		}
	}
	return false
}
