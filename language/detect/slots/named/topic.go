package named

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
)

// topic finds what a hadith is to be about. Plainly it is told where words say so: about patience, sabr par, کے بارے میں.
func (s sentence) topic() (topic string, at reading.Span, plainly bool) {
	hadith := s.Find(l.Hadith)
	if hadith < 0 {
		return "", reading.Span{}, false
	}
	first, last := s.Words[hadith].First, s.Words[hadith].Last+1
	if n := s.Mentions.Topics.Before.At(s.Tokens, last); n > 0 && s.Language == meaning.English && !s.Is(hadith-1, l.This, l.It) {
		if topic, at = s.topicIn(reading.Span{From: last + n, To: len(s.Tokens)}); topic != "" {
			return topic, reading.Span{From: last, To: at.To}, true
		}
	}
	for i := range s.Tokens {
		n := s.Mentions.Topics.Behind.At(s.Tokens, i)
		if n == 0 || i == 0 || i >= last && i-last > mostTopic+1 || i < first && first-i-n > 2 {
			continue
		}
		from := 0
		if i > last {
			from = last
		}
		if topic, at = s.topicIn(reading.Span{From: from, To: i}); topic != "" {
			return topic, reading.Span{From: at.From, To: i + n}, true
		}
	}
	return s.looseTopic(first)
}

// mostTopic is how many words a topic has at the most.
const mostTopic = 4

// looseTopic is one word that stands before "hadith" in a short sentence, and is no other: patience hadith, sabr ki hadith.
func (s sentence) looseTopic(hadith int) (string, reading.Span, bool) {
	end := hadith - s.Mentions.Topics.Loosely.EndAt(s.Tokens, hadith)
	if len(s.Tokens) > mostBeside || s.Language != meaning.English && end == hadith {
		return "", reading.Span{}, false
	}
	topic, at := s.topicIn(s.NameEnding(end))
	if at.To-at.From > 1 || at.To != end {
		return "", reading.Span{}, false
	}
	return topic, at, false
}

// topicIn is what is left of a run of tokens when what names no topic is taken off its edges; empty where nothing is, or
// where it is of more words than a topic has.
func (s sentence) topicIn(at reading.Span) (string, reading.Span) {
	for i := at.From; i < at.To; i++ {
		if i > at.From && s.Tokens[i].Before.Ends() {
			at.To = i
			break
		}
	}
	for !at.Empty() && s.edgeOfTopic(at.From) {
		at.From++
	}
	for !at.Empty() && s.edgeOfTopic(at.To-1) {
		at.To--
	}
	if at.Empty() || at.To-at.From > mostTopic {
		return "", reading.Span{}
	}
	for i := at.From; i < at.To; i++ {
		if w := s.WordAt(i); w < len(s.Words) && s.Is(w, l.Hadith) {
			return "", reading.Span{}
		}
	}
	return text.Tidy(s.Between(at.From, at.To-1)), at
}

func (s sentence) edgeOfTopic(token int) bool {
	if s.Mentions.Topics.Edges.At(s.Tokens, token) == 1 || s.Tokens[token].Script == text.Number {
		return true
	}
	if e := s.TimeAt(token); e != nil && e.Time() {
		return true
	}
	w := s.WordAt(token)
	return w < len(s.Words) && s.Words[w].First == token &&
		s.Is(w, l.Hadith, l.Show, l.Tell, l.Give, l.Polite, l.Filler, l.Want, l.Daily, l.Random, l.Another, l.Find, l.Today)
}
