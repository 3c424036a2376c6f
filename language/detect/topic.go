package detect

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// topic finds what a hadith is to be about. Plainly it is told where words say so: about patience, sabr par, کے بارے میں.
func (s slotSentence) topic() (topic string, at span, plainly bool) {
	hadith := s.find(l.Hadith)
	if hadith < 0 {
		return "", span{}, false
	}
	first, last := s.words[hadith].First, s.words[hadith].Last+1
	if n := s.mentions.Topics.Before.at(s.Tokens, last); n > 0 && s.language == English && !s.is(hadith-1, l.This, l.It) {
		if topic, at = s.topicIn(span{last + n, len(s.Tokens)}); topic != "" {
			return topic, span{last, at.to}, true
		}
	}
	for i := range s.Tokens {
		n := s.mentions.Topics.Behind.at(s.Tokens, i)
		if n == 0 || i == 0 || i >= last && i-last > mostTopic+1 || i < first && first-i-n > 2 {
			continue
		}
		from := 0
		if i > last {
			from = last
		}
		if topic, at = s.topicIn(span{from, i}); topic != "" {
			return topic, span{at.from, i + n}, true
		}
	}
	return s.looseTopic(first)
}

// mostTopic is how many words a topic has at the most.
const mostTopic = 4

// looseTopic is one word that stands before "hadith" in a short sentence, and is no other: patience hadith, sabr ki hadith.
func (s slotSentence) looseTopic(hadith int) (string, span, bool) {
	end := hadith - s.mentions.Topics.Loosely.endAt(s.Tokens, hadith)
	if len(s.Tokens) > mostBeside || s.language != English && end == hadith {
		return "", span{}, false
	}
	topic, at := s.topicIn(s.nameEnding(end))
	if at.to-at.from > 1 || at.to != end {
		return "", span{}, false
	}
	return topic, at, false
}

// topicIn is what is left of a run of tokens when what names no topic is taken off its edges; empty where nothing is, or
// where it is of more words than a topic has.
func (s slotSentence) topicIn(at span) (string, span) {
	for i := at.from; i < at.to; i++ {
		if i > at.from && s.Tokens[i].Before.Ends() {
			at.to = i
			break
		}
	}
	for !at.empty() && s.edgeOfTopic(at.from) {
		at.from++
	}
	for !at.empty() && s.edgeOfTopic(at.to-1) {
		at.to--
	}
	if at.empty() || at.to-at.from > mostTopic {
		return "", span{}
	}
	for i := at.from; i < at.to; i++ {
		if w := s.wordAt(i); w < len(s.words) && s.is(w, l.Hadith) {
			return "", span{}
		}
	}
	return text.Tidy(s.Between(at.from, at.to-1)), at
}

func (s slotSentence) edgeOfTopic(token int) bool {
	if s.mentions.Topics.Edges.at(s.Tokens, token) == 1 || s.Tokens[token].Script == text.Number {
		return true
	}
	if e := s.timeAt(token); e != nil && e.Time() {
		return true
	}
	w := s.wordAt(token)
	return w < len(s.words) && s.words[w].First == token &&
		s.is(w, l.Hadith, l.Show, l.Tell, l.Give, l.Polite, l.Filler, l.Want, l.Daily, l.Random, l.Another, l.Find, l.Today)
}
