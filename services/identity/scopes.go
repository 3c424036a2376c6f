package identity

import (
	"slices"
	"strings"
)

// Scopes is what a caller's credential is good for. The zero Scopes is not limited: it is that of a caller in development and
// of a service that acts for itself. It is comparable, and immutable.
type Scopes struct {
	limited bool
	// words are the scopes, sorted and each once, with one space between them.
	words string
}

// LimitTo returns Scopes that allow the given words and no other; without words they allow none. A word that is no scope by
// RFC 6749, section 3.3, allows nothing, so it is left out.
func LimitTo(words ...string) Scopes {
	kept := make([]string, 0, len(words))
	for _, word := range words {
		if isScope(word) {
			kept = append(kept, word)
		}
	}
	slices.Sort(kept)
	return Scopes{limited: true, words: strings.Join(slices.Compact(kept), " ")}
}

// isScope reports whether word is a scope-token of RFC 6749: visible ASCII without quotation mark and backslash.
func isScope(word string) bool {
	for i := range len(word) {
		if c := word[i]; c <= ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return word != ""
}

// Limited reports whether only some scopes are allowed.
func (s Scopes) Limited() bool { return s.limited }

// Allows reports whether all required scopes are allowed. It allocates nothing.
func (s Scopes) Allows(required ...string) bool {
	if !s.limited {
		return true
	}
	for _, scope := range required {
		if !s.has(scope) {
			return false
		}
	}
	return true
}

func (s Scopes) has(scope string) bool {
	for rest := s.words; rest != ""; {
		var word string
		if word, rest, _ = strings.Cut(rest, " "); word == scope {
			return true
		}
	}
	return false
}

// Missing returns those of the required scopes that are not allowed, nil when all are.
func (s Scopes) Missing(required ...string) []string {
	var missing []string
	for _, scope := range required {
		if !s.Allows(scope) {
			missing = append(missing, scope)
		}
	}
	return missing
}

// Words returns the allowed scopes, sorted. It is empty when the scopes are not limited; see Limited.
func (s Scopes) Words() []string { return strings.Fields(s.words) }

// String returns the allowed scopes, sorted, with a space between them; "" also when they are not limited.
func (s Scopes) String() string { return s.words }
