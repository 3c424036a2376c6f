package detect

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// unmeant says whether what a sentence speaks of is not wanted now, though no word denies it and nothing is asked: it is
// another's word that is told, it is taken back at once, or it is only nearly done, hoped for, or still to be done by
// someone. A task made of such a sentence may be wanted all the same: "I may fast on Friday, remind me".
func (s *sentence) unmeant(intent Intent, named map[string]bool) bool {
	if s.quotes() || s.dropped(named) || s.ratherNot() || s.reported(intent) || s.byAnother() {
		return true
	}
	if intent == CreateTask {
		return false
	}
	if s.later(named) || s.possible() || s.intends() || s.main >= 0 && s.has(l.Someone) && s.acts[s.main].mood == told && s.acts[s.main].does(l.Mark) {
		return true
	}
	ordered := s.main >= 0 && s.acts[s.main].mood == ordered
	return intent == DeleteTask && s.noTask(named) || s.hopes(named, ordered) || !ordered && s.promises(named) ||
		!ordered && intent == CompleteTask && s.nearly(named) ||
		(intent == CompleteTask || intent == DeleteTask) && s.due()
}

// norm is the form of the first token of a word; empty beyond the sentence.
func (s *sentence) norm(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.Tokens[s.words[i].First].Norm
}

// says are words by which what another said or what stands somewhere is told.
var says = wordSet(`say says said tell tells told write writes wrote written read reads type types typed text texted texts sent
	send show shows showed shows state states yell yelled shouted mean means meant
	kaha kahaa kha kehta kehti kehte kehtay kehti bola boli bole bolay bolta bolti bolte likha likhi likhay likhe likhta parha
	bheja matlab
	کہا کہتا کہتی کہتے بولا بولی بولے بولتا بولتی بولتے لکھا لکھی لکھے لکھتا لکھتی بھیجا مطلب`)

// quotes says whether the deed stands in a quotation, and what tells of another's words outside it: he said "delete it".
func (s *sentence) quotes() bool {
	if s.main < 0 {
		return false
	}
	open, shut := -1, -1
	for i, token := range s.Tokens {
		if open < 0 && token.Before.Has(text.Quote) {
			open = i
		}
		if open >= 0 && token.After.Has(text.Quote) {
			shut = i
		}
	}
	at := s.acts[s.main].at
	if open < 0 || shut < open || s.words[at.from].First < open || s.words[at.to-1].Last > shut {
		return false
	}
	for i, token := range s.Tokens {
		if (i < open || i > shut) && says[token.Norm] {
			return true
		}
	}
	return false
}

// dropped says whether the sentence ends with "leave it" said of what was ordered or spoken of: delete it, no, leave it.
func (s *sentence) dropped(named map[string]bool) bool {
	if s.main < 0 {
		return false
	}
	for i := s.acts[s.main].at.to; i < len(s.words); i++ {
		if !s.is(i, l.Drop) || named[s.norm(i)] || !s.last(i+1) {
			continue
		}
		if s.parted(i) || s.is(i-1, l.But, l.Not, l.No, l.Filler, l.Yes, l.Now) {
			return true
		}
		switch s.norm(i - 1) {
		case "wait", "then", "so", "tha", "thi", "thay", "تھا", "تھی", "تھے":
			return true
		}
	}
	return false
}

// ratherNot says whether something else is preferred: I'd rather not, better not to.
func (s *sentence) ratherNot() bool {
	for i := range s.Tokens[:max(0, len(s.Tokens)-1)] {
		switch s.Tokens[i].Norm {
		case "rather", "prefer", "better":
			if next := s.Tokens[i+1].Norm; next == "not" || next == "to" && i+2 < len(s.Tokens) && s.Tokens[i+2].Norm == "not" {
				return !s.ordersLater(i)
			}
		}
	}
	return false
}

// ordersLater says whether what is wanted stands in a clause after a token.
func (s *sentence) ordersLater(token int) bool {
	if s.main < 0 {
		return false
	}
	for i := token + 1; i <= s.words[s.acts[s.main].at.from].First; i++ {
		if s.Tokens[i].Before.Ends() {
			return true
		}
	}
	return false
}

// possible says whether what can be done is asked about, and of no task that is named: kya task delete ho sakta hai.
func (s *sentence) possible() bool {
	if s.definite() || s.has(l.Polite) {
		return false
	}
	for i := range s.words {
		if s.is(i, l.Can) && s.is(i-1, l.Ho) && s.words[i].Languages&l.English == 0 {
			return true
		}
	}
	return false
}

var (
	unsure     = wordSet(`maybe perhaps probably possibly hopefully remains`)
	unsureUrdu = wordSet(`shayad shaid shayed shyd shaayad kaash kash شاید غالبا غالباً کاش`)
)

// hopes says whether what is spoken of may be or is hoped for: maybe, shayad, I wish it were, if only.
// Could you perhaps is an order.
func (s *sentence) hopes(named map[string]bool, ordered bool) bool {
	ordered = ordered || s.polite()
	for i := range s.words {
		norm := s.norm(i)
		if named[norm] {
			continue
		}
		if unsureUrdu[norm] {
			return true
		}
		if ordered {
			continue
		}
		if unsure[norm] || norm == "if" && s.norm(i+1) == "only" || s.Tokens[s.words[i].Last].Norm == "wish" && s.norm(i+1) != "to" {
			return true
		}
	}
	return false
}

var meanwhile = wordSet(`probably just also then soon definitely certainly surely possibly maybe perhaps never ever still only have
	to be go all`)

// intends says whether in English someone other than the one spoken to will, may or plans to do it: I'll delete it later.
func (s *sentence) intends() bool {
	if s.main < 0 || s.acts[s.main].urdu {
		return false
	}
	from := s.words[s.acts[s.main].at.from].First
	for i := from - 1; i >= 0 && !s.Tokens[i+1].Before.Ends(); i-- {
		switch norm := s.Tokens[i].Norm; norm {
		case "will", "may", "might", "could", "would", "shall", "gonna":
			return i > 0 && !isYou(s.Tokens[i-1].Norm) && !s.Tokens[i].Before.Ends()
		case "i'd", "id", "i'll", "ill", "i’ll", "we'll", "he'll", "she'll", "they'll":
			return true
		case "going":
			return s.Tokens[i+1].Norm == "to" && !isYou(s.Tokens[max(0, i-2)].Norm)
		case "plan", "planning", "intend", "intending", "hope", "hoping":
			return s.Tokens[i+1].Norm == "to" && from == i+2
		default:
			if !meanwhile[norm] {
				return false
			}
		}
	}
	return false
}

func isYou(norm string) bool {
	switch norm {
	case "you", "u", "ya", "yall", "if", "that":
		return true
	}
	return false
}

// promises says whether in Urdu the one who speaks will do it: kal karunga, کر لوں گی, hum … karenge.
func (s *sentence) promises(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if named[token.Norm] || i+1 < len(s.Tokens) && hasPrefix(s.Tokens[i+1].Norm, "wal", "وال") {
			continue
		}
		if hasSuffix(token.Norm, "unga", "oonga", "ungi", "oongi", "ounga", "oungi", "ونگا", "ونگی", "وںگا", "وںگی") {
			return true
		}
		switch token.Norm {
		case "ga", "gi", "گا", "گی":
			if i > 0 && hasSuffix(s.Tokens[i-1].Norm, "un", "oon", "وں", "ؤں") {
				return true
			}
		case "karenga":
			return true
		case "lenge", "lengay", "karenge", "karengay":
			if !s.has(l.You, l.Question, l.Polite) {
				return true
			}
		case "گے":
			if i > 0 && (s.Tokens[i-1].Norm == "لیں") && !s.has(l.You, l.Question, l.Polite) {
				return true
			}
		}
	}
	return false
}

var almost = wordSet(`almost nearly halfway half partly partially adha aadha aadhi adhi thora thori taqreeban taqriban
	takreeban takriban tqreban qareeb percent fisad feesad
	آدھا آدھی تقریبا تقریباً قریب تھوڑا تھوڑی فیصد`)

// nearly says whether it is told as not quite done: almost, 90 %, half, ho jane wala hai.
func (s *sentence) nearly(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if named[token.Norm] && len(named) > 1 {
			continue
		}
		next := ""
		if i+1 < len(s.Tokens) {
			next = s.Tokens[i+1].Norm
		}
		switch {
		case almost[token.Norm] && next != "past" && next != "an" && next != "hour":
			return true
		case token.Norm == "about" && (next == "to" || i > 0 && s.Tokens[i-1].Norm == "just"):
			return true
		case token.Script == text.Number && token.Norm != "100" && strings.HasPrefix(strings.TrimSpace(s.Original[token.End:]), "%"):
			return true
		case (token.Norm == "hone" || token.Norm == "hony" || token.Norm == "ہونے") && hasPrefix(next, "wal", "hi", "ko", "والا", "والی", "ہی", "کو"):
			return true
		}
	}
	return false
}

// besides are things beside the tasks that people want gone.
var besides = wordSet(`chat chats conversation conversations convo message messages msgs history photo photos picture pictures number phone
	file files email emails contact contacts notification notifications cache cookies browser data
	guftagu guftugu baat cheet paigham pegham tasveer tasveeren tasweer
	گفتگو چیٹ پیغام پیغامات تصویر تصویریں نمبر فون`)

// noTask says whether what is to be removed is a thing that is no task, and no task is spoken of: delete this chat.
func (s *sentence) noTask(named map[string]bool) bool {
	if len(named) == 0 || !s.id.empty() || s.has(l.Task, l.Wala, l.One, l.Ordinal) {
		return false
	}
	for norm := range named {
		if !besides[norm] {
			return false
		}
	}
	return true
}

// due says whether in English it is told as what should have been or must be, and is not: was supposed to be deleted,
// will be done.
func (s *sentence) due() bool {
	if s.language != English || s.main < 0 || s.acts[s.main].mood == ordered {
		return false
	}
	for i := range s.words {
		switch s.norm(i) {
		case "supposed":
			return true
		case "should", "must", "might", "may", "would", "could", "will":
			next := s.Tokens[min(s.words[i].Last+1, len(s.Tokens)-1)].Norm
			if next == "have" || next == "be" && s.norm(i) != "should" && s.norm(i) != "could" {
				return true
			}
		}
	}
	return false
}

func hasPrefix(norm string, beginnings ...string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(norm, b) {
			return true
		}
	}
	return false
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}
