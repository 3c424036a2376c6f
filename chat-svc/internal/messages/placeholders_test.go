package messages_test

import (
	"regexp"
	"slices"
	"testing"
)

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// placeholders returns the placeholders of a message in all its forms. The form for a count of 1 may omit the count.
func placeholders(t *testing.T, key string, text any) []string {
	t.Helper()
	found := func(text string) []string {
		names := placeholder.FindAllString(text, -1)
		slices.Sort(names)
		return slices.Compact(names)
	}
	if ways, several := text.([]any); several {
		for _, way := range ways[1:] {
			if extra := found(way.(string)); !isWithin(extra, found(ways[0].(string))) {
				t.Errorf("%s: %q has placeholders that the first way has not", key, way)
			}
		}
		return found(ways[0].(string))
	}
	forms, plural := text.(map[string]any)
	if !plural {
		return found(text.(string))
	}
	one, other := found(forms["one"].(string)), found(forms["other"].(string))
	if !slices.Contains(other, "{count}") || len(forms) != 2 ||
		!slices.Equal(slices.DeleteFunc(other, isCount), slices.DeleteFunc(one, isCount)) {
		t.Errorf("%s: one and other do not go together: %v", key, forms)
	}
	return append(found(forms["other"].(string)), "plural")
}

func isWithin(some, all []string) bool {
	return !slices.ContainsFunc(some, func(one string) bool { return !slices.Contains(all, one) })
}

func isCount(name string) bool { return name == "{count}" }
