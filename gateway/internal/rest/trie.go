package rest

import (
	"net/url"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/toolspec"
)

// trie finds the template that a path fits. Where several do, a word goes before a variable, segment by segment, and what was
// added first before what was added later. What a request costs depends on the templates' depth, which is bounded.
type trie struct{ byVerb map[string]*trieNode }

// trieNode is where templates with the same beginning go on.
type trieNode struct {
	words map[string]*trieNode
	any   *trieNode
	// ends are the templates that end here, and rests those that take all that follows, by their suffix.
	ends, rests map[string]*binding
}

// add adds a template, and reports whether it did: not if there is one for the same requests.
func (t *trie) add(b *binding) bool {
	if t.byVerb == nil {
		t.byVerb = map[string]*trieNode{}
	}
	at := t.byVerb[b.path.Verb]
	if at == nil {
		at = &trieNode{}
		t.byVerb[b.path.Verb] = at
	}
	suffix := b.path.Template.Suffix()
	for _, segment := range b.path.Template.Segments() {
		switch segment {
		case toolspec.AnySegments:
			return put(&at.rests, suffix, b)
		case toolspec.AnySegment:
			if at.any == nil {
				at.any = &trieNode{}
			}
			at = at.any
		default:
			if at.words == nil {
				at.words = map[string]*trieNode{}
			}
			if at.words[segment] == nil {
				at.words[segment] = &trieNode{}
			}
			at = at.words[segment]
		}
	}
	return put(&at.ends, suffix, b)
}

func put(to *map[string]*binding, suffix string, b *binding) bool {
	if *to == nil {
		*to = map[string]*binding{}
	}
	if (*to)[suffix] != nil {
		return false
	}
	(*to)[suffix] = b
	return true
}

// match returns the template that an escaped path fits, with the values of its variables; nil for none.
func (t *trie) match(verb, escaped string) (*binding, map[string]string) {
	root := t.byVerb[verb]
	if root == nil || !strings.HasPrefix(escaped, "/") {
		return nil, nil
	}
	segments := strings.Split(escaped[1:], "/")
	words := make([]string, len(segments))
	for i, segment := range segments {
		word, err := url.PathUnescape(segment)
		if err != nil {
			return nil, nil
		}
		words[i] = word
	}
	last := len(segments) - 1
	if colon := strings.LastIndexByte(segments[last], ':'); colon > 0 {
		head, suffix := segments[last][:colon], segments[last][colon:]
		if word, err := url.PathUnescape(head); err == nil {
			cut := append(slices.Clone(words[:last]), word)
			if found := root.find(cut, suffix); found != nil {
				return found, values(found.path.Template, append(slices.Clone(segments[:last]), head), cut)
			}
		}
	}
	found := root.find(words, "")
	if found == nil {
		return nil, nil
	}
	return found, values(found.path.Template, segments, words)
}

// matchPlain is match for a path without escapes and suffix; nil for others.
func (t *trie) matchPlain(verb string, at *url.URL) (*binding, map[string]string) {
	root := t.byVerb[verb]
	plain := at.RawPath == "" || at.RawPath == at.Path // which is kept for such as an exclamation mark
	if root == nil || !plain || !strings.HasPrefix(at.Path, "/") || strings.ContainsAny(at.Path, "%:") {
		return nil, nil
	}
	words := strings.Split(at.Path[1:], "/")
	found := root.find(words, "")
	if found == nil {
		return nil, nil
	}
	return found, values(found.path.Template, words, words)
}

func (n *trieNode) find(words []string, suffix string) *binding {
	if len(words) == 0 {
		if found := n.ends[suffix]; found != nil {
			return found
		}
		return n.rests[suffix]
	}
	if next := n.words[words[0]]; next != nil {
		if found := next.find(words[1:], suffix); found != nil {
			return found
		}
	}
	if n.any != nil && words[0] != "" {
		if found := n.any.find(words[1:], suffix); found != nil {
			return found
		}
	}
	return n.rests[suffix]
}

// values returns the values of a template's variables. In one that takes all that follows, an escaped slash stays escaped, so
// that it is told from one that parts segments.
func values(template toolspec.Template, segments, words []string) map[string]string {
	found := map[string]string{}
	for _, variable := range template.Variables() {
		end := min(variable.End, len(words))
		if template.Segments()[variable.End-1] == toolspec.AnySegments {
			end = len(words)
		}
		if end-variable.First == 1 && template.Segments()[variable.First] == toolspec.AnySegment {
			found[variable.Field] = words[variable.First]
			continue
		}
		parts := make([]string, 0, end-variable.First)
		for i := variable.First; i < end; i++ {
			part := words[i]
			if strings.Contains(part, "/") {
				part = segments[i]
			}
			parts = append(parts, part)
		}
		found[variable.Field] = strings.Join(parts, "/")
	}
	return found
}

// verbs returns the methods that are served at a path.
func (t *trie) verbs(escaped string) []string {
	var verbs []string
	for verb := range t.byVerb {
		if found, _ := t.match(verb, escaped); found != nil {
			verbs = append(verbs, verb)
		}
	}
	return verbs
}
