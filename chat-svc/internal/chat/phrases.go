package chat

import (
	"context"
	"reflect"
	"slices"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// Follow makes the chat know the tools that are registered by their phrases, whenever changed has a value, until ctx
// ends. No turn waits for it.
func (c *Chat) Follow(ctx context.Context, changed <-chan struct{}) {
	var known map[string]detect.Phrases
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
			if now := phrasesOf(c.Routes()); !reflect.DeepEqual(now, known) {
				c.detector.Store(c.Detector.WithPhrases(now))
				known = now
				c.Logger.InfoContext(ctx, "the chat knows the phrases of registered tools", "tools", len(now))
			}
		}
	}
}

// Follower runs Follow as a part of a service. Both fields are required.
type Follower struct {
	Chat      *Chat
	Subscribe func() (changed <-chan struct{}, cancel func())
}

// Run follows until ctx ends.
func (f *Follower) Run(ctx context.Context) {
	changed, unsubscribe := f.Subscribe()
	defer unsubscribe()
	f.Chat.Follow(ctx, changed)
}

// phrasesOf gives the phrases of the tools that the chat does not know anyhow.
func phrasesOf(table *routing.Table) map[string]detect.Phrases {
	phrases := map[string]detect.Phrases{}
	for _, route := range table.Routes() {
		if len(route.Phrases) == 0 || slices.Contains(Tools(), route.Name) {
			continue
		}
		of := detect.Phrases{}
		for _, given := range route.Phrases {
			language := detect.Language(given.Language)
			of[language] = append(of[language], given.Sentences...)
		}
		phrases[route.Name] = of
	}
	return phrases
}

// isOpen says whether anybody may call a tool.
func isOpen(route *routing.Route) bool {
	return route.Auth == toolsv1.Auth_AUTH_NONE || route.Auth == toolsv1.Auth_AUTH_OPTIONAL
}
