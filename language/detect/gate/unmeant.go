package gate

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// ordersLater says whether what is wanted stands in a clause after a token.
func (s sentence) ordersLater(token int) bool {
	if s.Main < 0 {
		return false
	}
	for i := token + 1; i <= s.Words[s.Acts[s.Main].At.From].First; i++ {
		if s.Tokens[i].Before.Ends() {
			return true
		}
	}
	return false
}

// nearly says whether it is told as not quite done: almost, 90 %, half, ho jane wala hai.
func (s sentence) nearly(named map[string]bool) bool {
	for i, token := range s.Tokens {
		if (!named[token.Norm] || len(named) == 1) && (s.almost(i) || s.percent(token) || s.Forms.Unmeant.AboutTo.At(s.Tokens, i)) {
			return true
		}
	}
	return false
}

// almost says whether a token says almost, and not half an hour.
func (s sentence) almost(i int) bool {
	return s.Forms.Unmeant.Almost[s.Tokens[i].Norm] && (i+1 == len(s.Tokens) || !s.Forms.Unmeant.OfTimes[s.Tokens[i+1].Norm])
}

// percent says whether a token is how much of it is done, and that is not all.
func (s sentence) percent(token text.Token) bool {
	return token.Script == text.Number && token.Norm != "100" && strings.HasPrefix(strings.TrimSpace(s.Original[token.End:]), "%")
}

// noTask says whether what is to be removed is a thing that is no task, and no task is spoken of: delete this chat.
func (s sentence) noTask(named map[string]bool) bool {
	if len(named) == 0 || !s.ID.Empty() || s.Has(l.Task, l.Wala, l.One, l.Ordinal) {
		return false
	}
	for norm := range named {
		if !s.Forms.Unmeant.Besides[norm] {
			return false
		}
	}
	return true
}
