package chat

import (
	"context"
	"reflect"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/choices"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// Follow keeps the detector up to date with the phrases of registered tools. It reads them each time it receives from
// changed, until ctx ends. No turn waits for it.
func (c *Chat) Follow(ctx context.Context, changed <-chan struct{}) {
	var known map[string]detect.Phrases
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
			if now := phrasesOf(c.Routes()); !reflect.DeepEqual(now, known) {
				c.detector.Store(c.Detector().WithPhrases(now))
				known = now
				c.Logger.InfoContext(ctx, "phrases of registered tools loaded", "tools", len(now))
			}
		}
	}
}

// Follower runs Follow in the background of a service. Both fields are required.
type Follower struct {
	Chat      *Chat
	Subscribe func() (changed <-chan struct{}, cancel func())
}

// Run calls Follow until ctx ends.
func (f *Follower) Run(ctx context.Context) {
	changed, unsubscribe := f.Subscribe()
	defer unsubscribe()
	f.Chat.Follow(ctx, changed)
}

// phrasesOf returns the phrases of all tools that the chat does not call by itself.
func phrasesOf(table *routing.Table) map[string]detect.Phrases {
	phrases := map[string]detect.Phrases{}
	for _, route := range table.Routes() {
		if len(route.Phrases) == 0 || slices.Contains(Tools(), route.Name) {
			continue
		}
		of := detect.Phrases{}
		for _, given := range route.Phrases {
			language := detect.Language(given.Language)
			for _, sentence := range given.Sentences {
				of[language] = append(of[language], filled(route, given.Language, sentence)...)
			}
		}
		phrases[route.Name] = of
	}
	return phrases
}

// filled returns a sentence with each name of each value in place of the parameter that stands in its braces, or the sentence itself.
func filled(route *routing.Route, language, sentence string) []string {
	before, parameter, after, found := toolspec.Placeholder(sentence)
	if !found {
		return []string{sentence}
	}
	var sentences []string
	for _, choice := range route.Choices[parameter] {
		names := choice.Names[language]
		if len(names) == 0 {
			names = []string{choices.Spaced(choice.Value)}
		}
		for _, name := range names {
			if len(sentences) < mostFilled {
				sentences = append(sentences, before+name+after)
			}
		}
	}
	return sentences
}

// mostFilled is how many sentences one with a placeholder becomes at most.
const mostFilled = 64
