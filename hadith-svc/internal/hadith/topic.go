package hadith

import (
	"github.com/salaatflow/platform/hadith-svc/internal/topics"
	"github.com/salaatflow/platform/language/searchtext"
)

// byTopic is the filter by the topic that it names in any language, or else, where no topic is called so, without one and with
// the words that must all be found in a text instead.
func (f Filter) byTopic() (Filter, searchtext.Query) {
	if f.Topic == "" {
		return f, searchtext.Query{}
	}
	if key, ok := topics.Known().Named(f.Topic); ok {
		f.Topic = key
		return f, searchtext.Query{}
	}
	words, err := searchtext.Parse(f.Topic)
	if err != nil { // no topic is called so, and no text has it
		return f, searchtext.Query{}
	}
	f.Topic = ""
	for i := range words.Terms {
		words.Terms[i].Beginning = false
	}
	return f, words
}

// noneOf says that nothing matches a filter.
func noneOf(f Filter) error {
	if f.Topic == "" {
		return ErrNotFound
	}
	key, _ := topics.Known().Named(f.Topic)
	return NoneAbout{Topic: f.Topic, Known: key}
}

// indexedTopic is what hadiths on a topic are found by in the index of words.
func indexedTopic(key string) string { return searchtext.Label(topicLabel(key)) }
