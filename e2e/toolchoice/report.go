package toolchoice

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/languagemodel"
)

// marks counts what is right of some requests.
type marks struct {
	asked, tool, right int
	instead            map[string]int // what was called in the place of the right tool
}

func (m *marks) add(o Outcome) {
	m.asked++
	if !o.HasTool() {
		if m.instead == nil {
			m.instead = map[string]int{}
		}
		m.instead[o.instead()]++
		return
	}
	m.tool++
	if o.IsRight() {
		m.right++
	}
}

// instead says what the model did in the place of the right call.
func (o Outcome) instead() string {
	switch {
	case isNoAnswer(o.Err):
		return "no answer"
	case o.Err != nil:
		return "useless"
	default:
		return cmp.Or(o.Called, nothing)
	}
}

func isNoAnswer(err error) bool {
	var none *languagemodel.NoAnswerError
	return errors.As(err, &none)
}

// Markdown returns tables by language and by tool, and what it cost.
func (e Examination) Markdown() string {
	var all marks
	byLanguage, byTool := map[string]*marks{}, map[string]*marks{}
	for _, o := range e.Outcomes {
		all.add(o)
		markOf(byLanguage, o.Request.Language).add(o)
		markOf(byTool, cmp.Or(o.Request.Tool, nothing)).add(o)
	}
	var b strings.Builder
	b.WriteString("| | requests | tool | tool and arguments |\n|---|---|---|---|\n")
	for _, language := range languages {
		if m := byLanguage[language]; m != nil {
			fmt.Fprintf(&b, "| %s |%s\n", languageNames[language], m.cells())
		}
	}
	fmt.Fprintf(&b, "| all |%s\n\n", all.cells())
	b.WriteString("| right | requests | tool | tool and arguments | in its place |\n|---|---|---|---|---|\n")
	for _, tool := range slices.Sorted(maps.Keys(byTool)) {
		fmt.Fprintf(&b, "| %s |%s %s |\n", quoted(tool), byTool[tool].cells(), byTool[tool].others())
	}
	return b.String() + "\n" + e.cost() + "\n"
}

func markOf(of map[string]*marks, key string) *marks {
	if of[key] == nil {
		of[key] = &marks{}
	}
	return of[key]
}

func (m *marks) cells() string {
	return fmt.Sprintf(" %d | %s | %s |", m.asked, share(m.tool, m.asked), share(m.right, m.asked))
}

// others lists what was called instead, the most often first.
func (m *marks) others() string {
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(m.instead), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.instead[b], m.instead[a]), cmp.Compare(a, b))
	}) {
		parts = append(parts, fmt.Sprintf("%s %d", name, m.instead[name]))
	}
	return strings.Join(parts, ", ")
}

func (e Examination) cost() string {
	var tokens languagemodel.Usage
	var took []time.Duration
	for _, o := range e.Outcomes {
		tokens.Prompt += o.Usage.Prompt
		tokens.Completion += o.Usage.Completion
		took = append(took, o.Took)
	}
	if len(took) == 0 {
		return ""
	}
	slices.Sort(took)
	return fmt.Sprintf("%d tokens asked and %d answered, %d and %d for each request. An answer took %s, the slowest %s; all %s.",
		tokens.Prompt, tokens.Completion, tokens.Prompt/len(took), tokens.Completion/len(took),
		took[len(took)/2].Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond), e.Took.Round(time.Second))
}

// Misses returns a line for each request whose call was not right.
func (e Examination) Misses() string {
	var b strings.Builder
	for _, o := range e.Outcomes {
		switch {
		case o.IsRight():
		case o.Err != nil:
			fmt.Fprintf(&b, "%q: want %s: %v\n", o.Request.Text, cmp.Or(o.Request.Tool, nothing), o.Err)
		case !o.HasTool():
			fmt.Fprintf(&b, "%q: want %s, called %s\n", o.Request.Text, cmp.Or(o.Request.Tool, nothing), cmp.Or(o.Called, nothing))
		default:
			fmt.Fprintf(&b, "%q: %s: %s\n", o.Request.Text, o.Called, o.Differ)
		}
	}
	return b.String()
}
