package toolspec

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// URITemplate is the form of the URIs of a resource: a scheme, "://", and words between slashes, some of which are variables. It is
// immutable.
type URITemplate struct {
	// Text is the template as it is written, such as hadith://{collection}/{number}.
	Text string
	// Scheme is the part before "://".
	Scheme string

	segments []segment
}

// segment is a literal or, with a variable, any word.
type segment struct{ literal, variable string }

const (
	maxURILength   = 2048
	maxURISegments = 16
)

var (
	schemeForm   = regexp.MustCompile(`^[a-z][a-z0-9+.-]{0,31}$`)
	variableForm = regexp.MustCompile(`^\{[A-Za-z][A-Za-z0-9_]{0,63}\}$`)
)

// openedByClients are schemes whose URIs clients open by themselves, or take for something of their own machine.
var openedByClients = []string{
	"about", "blob", "data", "file", "ftp", "http", "https", "javascript", "mailto", "tel", "vbscript", "ws", "wss",
}

// ReadURITemplate reads a template.
func ReadURITemplate(text string) (*URITemplate, error) {
	scheme, rest, found := strings.Cut(text, "://")
	switch {
	case !found || !schemeForm.MatchString(scheme):
		return nil, fmt.Errorf("the URI %q is not of the form scheme://word/{variable}", clip(text))
	case len(text) > maxPathLength:
		return nil, fmt.Errorf("the URI %q has %d characters, more than %d", clip(text), len(text), maxPathLength)
	case slices.Contains(openedByClients, scheme):
		return nil, fmt.Errorf("the URI %q: clients open %s by themselves; choose a scheme of your own", text, scheme)
	}
	template := &URITemplate{Text: text, Scheme: scheme}
	for word := range strings.SplitSeq(rest, "/") {
		switch {
		case variableForm.MatchString(word):
			variable := word[1 : len(word)-1]
			if slices.Contains(template.Variables(), variable) {
				return nil, fmt.Errorf("the URI %q has the variable %s twice", text, variable)
			}
			template.segments = append(template.segments, segment{variable: variable})
		case literal.MatchString(word):
			template.segments = append(template.segments, segment{literal: word})
		default:
			return nil, fmt.Errorf("the URI %q: %q is neither a word nor a variable such as {number}", text, word)
		}
	}
	if len(template.segments) > maxURISegments {
		return nil, fmt.Errorf("the URI %q has %d parts, more than %d", text, len(template.segments), maxURISegments)
	}
	return template, nil
}

// clip shortens a text that somebody made up.
func clip(text string) string {
	const most = 128
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Variables returns the names of the variables in order.
func (t *URITemplate) Variables() []string {
	var names []string
	for _, part := range t.segments {
		if part.variable != "" {
			names = append(names, part.variable)
		}
	}
	return names
}

// Match returns the values of the variables in a URI of this form, decoded, and false for another one. A scheme is the same in
// capitals.
func (t *URITemplate) Match(uri string) (values map[string]string, ok bool) {
	if len(uri) > maxURILength {
		return nil, false
	}
	scheme, rest, found := strings.Cut(uri, "://")
	if !found || !strings.EqualFold(scheme, t.Scheme) || strings.ContainsAny(rest, "?#") {
		return nil, false
	}
	words := strings.Split(rest, "/")
	if len(words) != len(t.segments) {
		return nil, false
	}
	values = map[string]string{}
	for i, part := range t.segments {
		word, err := url.PathUnescape(words[i])
		switch {
		case err != nil || word == "" || !utf8.ValidString(word):
			return nil, false
		case part.variable != "":
			values[part.variable] = word
		case part.literal != word:
			return nil, false
		}
	}
	return values, true
}

// shape is the same for templates of which every URI of one is one of the other.
func (t *URITemplate) shape() string {
	words := make([]string, len(t.segments))
	for i, part := range t.segments {
		words[i] = cmp.Or(part.literal, "{}")
	}
	return t.Scheme + "://" + strings.Join(words, "/")
}

// Compare orders templates so that of those that a URI fits, the one that says most of it comes first.
func (t *URITemplate) Compare(other *URITemplate) int {
	if t.Scheme != other.Scheme {
		return cmp.Compare(t.Scheme, other.Scheme)
	}
	for i := range min(len(t.segments), len(other.segments)) {
		a, b := t.segments[i], other.segments[i]
		if (a.variable == "") != (b.variable == "") {
			if a.variable == "" {
				return -1
			}
			return 1
		}
		if a.literal != b.literal {
			return cmp.Compare(a.literal, b.literal)
		}
	}
	return cmp.Or(cmp.Compare(len(t.segments), len(other.segments)), cmp.Compare(t.Text, other.Text))
}
