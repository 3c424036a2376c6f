// Package cares hears in a message what must not meet a machine: a death, a divorce, an illness, despair, and danger to whom it is from.
package cares

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
	"github.com/salaatflow/platform/language/spelling"
)

// Kind is what a message tells.
type Kind string

// What a message may tell. Self is danger that who writes is to themselves, Violence danger by others.
const (
	None     Kind = ""
	Self     Kind = "self"
	Violence Kind = "violence"
	Death    Kind = "death"
	Divorce  Kind = "divorce"
	Despair  Kind = "despair"
	Illness  Kind = "illness"
)

// Kinds returns all kinds but None, in the order in which they are heard.
func Kinds() []Kind { return []Kind{Self, Violence, Death, Divorce, Despair, Illness} }

// Heard is what was heard in a message.
type Heard struct {
	Kind Kind
	// Orders reports whether another clause of the message seems to order something.
	Orders bool
}

// In returns what a message tells, of kind None where it tells nothing of the kind. What stands in an order is the name of a task, or of
// what is looked for: of such a message only danger is heard.
func In(message string) Heard {
	clauses := clausesOf(message)
	for _, cue := range lists.cues {
		for i, clause := range clauses {
			if cue.holds(clause) && cue.hears(clauses, i) {
				return Heard{Kind: cue.kind, Orders: slices.ContainsFunc(slices.Delete(clauses, i, i+1), orders)}
			}
		}
	}
	return Heard{}
}

// holds reports whether a clause says what the cue is about.
func (c cue) holds(clause string) bool { return c.says.matches(clause) && !c.unless.matches(clause) }

// hears reports whether a cue may be heard in a clause, given the others of the message.
func (c cue) hears(clauses []string, at int) bool {
	switch {
	case c.danger:
		return true
	case c.alone:
		return !slices.ContainsFunc(clauses, orders)
	default:
		return !orders(clauses[0]) && !orders(clauses[at])
	}
}

// orders reports whether a clause seems to order something.
func orders(clause string) bool { return lists.orders.matches(clause) }

// clausesOf returns the clauses of a message, each as its folded words with a blank behind every word.
func clausesOf(message string) (clauses []string) {
	for _, part := range strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(endings, r) }) {
		var clause strings.Builder
		for _, word := range spelling.Words(part) {
			if lists.joints[word] && clause.Len() > 0 {
				clauses = append(clauses, clause.String())
				clause.Reset()
				continue
			}
			clause.WriteString(word + " ")
		}
		if clause.Len() > 0 {
			clauses = append(clauses, clause.String())
		}
	}
	return clauses
}

// endings are the marks behind which another clause begins.
const endings = ".,;:!?…()\n،؛۔؟"

//go:embed cares.yaml
var caresYAML []byte

// lists are what cares.yaml holds. A test holds that it can be read.
var lists = wordfile.Must(load(caresYAML))

type patterns struct {
	joints, english map[string]bool
	orders          *bank
	cues            []cue
}

type cue struct {
	kind          Kind
	danger, alone bool
	says, unless  *bank
}

// load reads sets and cues, and fails with a pattern that is none, a set that does not stand above, and a kind that there is not.
func load(data []byte) (*patterns, error) {
	var file struct {
		Sets []struct {
			Name string
			Of   string
		}
		Joints, English string
		Orders          []string
		Cues            []struct {
			Kind          Kind
			Danger, Alone bool
			Says, Unless  []string
		}
	}
	if err := wordfile.Decode("cares.yaml", data, &file); err != nil {
		return nil, err
	}
	known := map[string]string{}
	for _, set := range file.Sets {
		var of []string
		for entry := range strings.SplitSeq(set.Of, ", ") {
			written, err := expanded(entry, known)
			if err != nil {
				return nil, fmt.Errorf("cares.yaml: set %s: %w", set.Name, err)
			}
			if !strings.HasSuffix(entry, "}") && !strings.HasSuffix(entry, "$") {
				written += " "
			}
			of = append(of, written)
		}
		known[set.Name] = "(?:" + strings.Join(of, "|") + ")"
	}
	orders, err := compiled(file.Orders, known)
	if err != nil {
		return nil, fmt.Errorf("cares.yaml: orders: %w", err)
	}
	read := &patterns{orders: orders, joints: set(file.Joints), english: set(file.English)}
	for _, one := range file.Cues {
		says, err := compiled(one.Says, known)
		unless, unlessErr := compiled(one.Unless, known)
		if err := errors.Join(err, unlessErr); err != nil {
			return nil, fmt.Errorf("cares.yaml: %s: %w", one.Kind, err)
		}
		if !slices.Contains(Kinds(), one.Kind) {
			return nil, fmt.Errorf("cares.yaml: there is no kind %q", one.Kind)
		}
		read.cues = append(read.cues, cue{one.Kind, one.Danger, one.Alone, says, unless})
	}
	return read, nil
}

func set(listed string) map[string]bool {
	of := map[string]bool{}
	for _, word := range spelling.Words(listed) {
		of[word] = true
	}
	return of
}

// IsEnglish reports whether a message in Latin letters has a word of English, in which it then is to be answered.
func IsEnglish(message string) bool {
	return slices.ContainsFunc(spelling.Words(message), func(word string) bool { return lists.english[word] })
}

// compiled compiles patterns, which begin at a word.
func compiled(texts []string, known map[string]string) (*bank, error) {
	all := newBank()
	for _, text := range texts {
		written, err := expanded(text, known)
		if err != nil {
			return nil, err
		}
		if err := all.add(`(?:^|\s)(?:` + strings.TrimPrefix(written, " ") + ")"); err != nil {
			return nil, err
		}
	}
	return all, nil
}

var (
	inBraces = regexp.MustCompile(`\{([^}]*)\}`)
	anyWords = regexp.MustCompile(`^([0-9])-([0-9])$`)
	letters  = regexp.MustCompile(`\\?[\p{L}\p{M}]+`)
)

// expanded writes the sets out for which a text has names in braces, and folds its letters as those of a message are.
func expanded(text string, known map[string]string) (string, error) {
	text = letters.ReplaceAllStringFunc(text, func(run string) string {
		if strings.HasPrefix(run, `\`) {
			return run
		}
		return strings.Join(spelling.Words(run), "")
	})
	var unknown error
	written := inBraces.ReplaceAllStringFunc(text, func(braces string) string {
		name := strings.Trim(braces, "{}")
		if counts := anyWords.FindStringSubmatch(name); counts != nil {
			return `(?:\S+ ){` + counts[1] + "," + counts[2] + "}"
		}
		set, ok := known[name]
		if !ok {
			unknown = fmt.Errorf("%s: no set above is called %s", strconv.Quote(text), name)
		}
		return set
	})
	return written, unknown
}
