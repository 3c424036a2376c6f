package hadith

import (
	"github.com/salaatflow/platform/hadith-svc/internal/topics"
	"github.com/salaatflow/platform/language/searchtext"
)

// byTopic returns the filter by the topic that it names in any language. If no topic has that name, it returns the
// filter without a topic, and the words that must all occur in a text instead.
func (f Filter) byTopic() (Filter, searchtext.Query) {
	if f.Topic == "" {
		return f, searchtext.Query{}
	}
	if key, ok := topics.Known().Named(f.Topic); ok {
		f.Topic = key
		return f, searchtext.Query{}
	}
	words, err := searchtext.Parse(f.Topic)
	if err != nil { // no topic has this name, and no text has these words
		return f, searchtext.Query{}
	}
	f.Topic = ""
	for i := range words.Terms {
		words.Terms[i].Beginning = false
	}
	return f, words
}

// noneOf returns the error that nothing matches a filter.
func noneOf(f Filter) error {
	if f.Topic == "" {
		return ErrNotFound
	}
	key, _ := topics.Known().Named(f.Topic)
	return NoneAbout{Topic: f.Topic, Known: key}
}

// indexedTopic returns the word under which the index has the hadiths on a topic.
func indexedTopic(key string) string { return searchtext.Label(topicLabel(key)) }
