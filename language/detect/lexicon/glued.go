package lexicon

import (
	"unicode/utf8"

	"github.com/salaatflow/platform/language/detect/text"
)

// glued reads words that are written without spaces: آجکیحدیث, taskbanado. Each part must be a word as it stands.
func (l *Lexicon) glued(token text.Token) []*Word {
	least := 2 * utf8.RuneLen('ا')
	if token.Script == text.Latin {
		least = 3
	}
	if len(token.Norm) < leastGlued*least/2 || len(token.Norm) > mostGlued {
		return nil
	}
	return l.parts(token.Norm, least, 0)
}

const (
	leastGlued = 6
	mostGlued  = 60
	mostParts  = 4
)

// parts splits a text into words, the longest first.
func (l *Lexicon) parts(rest string, least, depth int) []*Word {
	if depth > mostParts {
		return nil
	}
	for end := len(rest); end >= least; end-- {
		if end < len(rest) && !utf8.RuneStart(rest[end]) || depth == 0 && end == len(rest) {
			continue
		}
		words := l.exact[rest[:end]]
		if words == nil || end < len(rest) && len(rest)-end < least {
			continue
		}
		if end == len(rest) {
			return words
		}
		if more := l.parts(rest[end:], least, depth+1); more != nil {
			return append(append(make([]*Word, 0, len(words)+len(more)), words...), more...)
		}
	}
	return nil
}
