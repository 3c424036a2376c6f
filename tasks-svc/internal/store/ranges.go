package store

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// done is indexed as it is written here.
const done = "(CASE completed_at WHEN 0 THEN 0 ELSE 1 END)"

// ranges are the parts of an index that a list merges: one for each combination of values that the filter allows in the
// columns before due_at. The text of a statement depends on which columns are filtered, not on the values, so that few
// statements are prepared.
type ranges struct {
	filter tasks.Filter
	// names are the columns of the index between user_id and due_at, and combinations their values, as they stand in a statement.
	names        []string
	combinations [][]string
	values       []any
	named        map[string]string // the $n of a value
}

func rangesOf(userID int32, filter tasks.Filter) *ranges {
	r := &ranges{filter: filter, named: map[string]string{}, combinations: [][]string{nil}}
	r.value("user", userID)
	for _, column := range append(r.columns(), column{"priority", r.priorities()}) {
		r.names = append(r.names, column.name)
		r.combinations = column.onto(r.combinations)
	}
	return r
}

// spans are the ranges from a position of the list on, or whole.
type spans struct {
	*ranges
	due, last string   // the bounds of due_at
	after     []string // by range, the number that precedes it at the lower bound
}

func (r *ranges) after(name string, position *tasks.Position) spans {
	first, last := bounds(r.filter)
	begin := max(first, dueAfter(position))
	s := spans{ranges: r, due: r.value(name+" due", begin), last: r.value("last due", last)}
	for _, combination := range r.combinations {
		number := combination[len(combination)-1]
		priority := r.filter.Priority
		if priority == 0 {
			priority = tasks.Priority(number[0] - '0')
		}
		s.after = append(s.after, r.value(name+" id "+number, idAfter(position, begin, priority)))
	}
	return s
}

// where is the condition of a task in a range with values in the columns.
func (s spans) where(values []string, after string) string {
	var text strings.Builder
	text.WriteString(" FROM tasks WHERE user_id = " + s.value("user", nil) + " AND deleted_at = 0")
	for i, name := range s.names {
		text.WriteString(" AND " + name + " = " + values[i])
	}
	text.WriteString(" AND (due_at, id) > (" + s.due + ", " + after + ") AND due_at <= " + s.last)
	return text.String()
}

// union selects from each range. SQLite merges what is in order, and reads no further than it has to.
func (s spans) union(selected string) string {
	parts := make([]string, len(s.combinations))
	for i, values := range s.combinations {
		parts[i] = "SELECT " + selected + s.where(values, s.after[i])
	}
	return strings.Join(parts, " UNION ALL ")
}

// lateral selects from each range, in order, at the most so many. PostgreSQL plans a union of many ranges for longer than it
// reads them.
func (s spans) lateral(selected string, most int) string {
	rows := make([]string, len(s.combinations))
	for i, values := range s.combinations {
		types := make([]string, len(values))
		for column, value := range values {
			kind := "TEXT"
			if column >= len(values)-2 { // done and priority
				kind = "SMALLINT"
			}
			types[column] = "CAST(" + value + " AS " + kind + ")"
		}
		rows[i] = "(" + strings.Join(types, ", ") + ", CAST(" + s.after[i] + " AS INTEGER))"
	}
	names := make([]string, len(s.names)+1)
	for i := range names {
		names[i] = "v" + strconv.Itoa(i)
	}
	return "SELECT part.* FROM (VALUES " + strings.Join(rows, ", ") + ") AS span (" + strings.Join(names, ", ") +
		") CROSS JOIN LATERAL (SELECT " + selected + s.where(names[:len(s.names)], names[len(s.names)]) +
		" ORDER BY due_at, id LIMIT " + strconv.Itoa(most) + ") AS part"
}

// value returns the $n of a value, the same for the same name.
func (r *ranges) value(name string, value any) string {
	if r.named[name] == "" {
		r.values = append(r.values, value)
		r.named[name] = "$" + strconv.Itoa(len(r.values))
	}
	return r.named[name]
}

// column is a column of an index with the values that match, as they stand in a statement.
type column struct {
	name    string
	matches []string
}

// onto combines values of the columns before with each match of this one.
func (c column) onto(before [][]string) (combined [][]string) {
	for _, values := range before {
		for _, match := range c.matches {
			combined = append(combined, append(slices.Clone(values), match))
		}
	}
	return combined
}

// columns are those of the index to read between user_id and priority. There is an index for each column that is filtered
// alone (or tasks_by_priority for none), and tasks_by_several, where the values of the others are named.
func (r *ranges) columns() []column {
	f := r.filter
	all := []column{
		r.text("linked_prayer", f.LinkedPrayer, tasks.Prayers()),
		r.text("category", f.Category, tasks.Categories()),
		r.text("recurrence", string(f.Recurrence), tasks.Recurrences()),
	}
	filtered := slices.DeleteFunc(slices.Clone(all), func(c column) bool { return len(c.matches) > 1 })
	if len(filtered) < 2 { //nolint:mnd // several
		all = filtered
	}
	return append(all, column{done, statuses(f.Status)})
}

// text is a column of words with the one that is asked for; else with all that there are, and none.
func (r *ranges) text(name, asked string, words []string) column {
	if asked != "" {
		return column{name, []string{r.value(name, asked)}}
	}
	c := column{name: name, matches: []string{"''"}}
	for _, word := range words {
		c.matches = append(c.matches, "'"+word+"'")
	}
	return c
}

func statuses(s tasks.Status) []string {
	switch s {
	case tasks.Pending:
		return []string{"0"}
	case tasks.Completed:
		return []string{"1"}
	default:
		return []string{"0", "1"}
	}
}

func (r *ranges) priorities() []string {
	if r.filter.Priority != 0 {
		return []string{r.value("priority", int16(r.filter.Priority))}
	}
	return []string{"1", "2", "3"}
}

// bounds are the first and the last due_at that match.
func bounds(f tasks.Filter) (first, last int64) {
	first, last = math.MinInt64, noDue
	if !f.DueFrom.IsZero() {
		first = f.DueFrom.UnixMilli()
	}
	if !f.DueFrom.IsZero() || !f.DueBefore.IsZero() {
		last = dueAt(f.DueBefore) - 1 // tasks without a due time have noDue
	}
	return first, last
}

// dueAfter is the due_at of a position.
func dueAfter(p *tasks.Position) int64 {
	if p == nil {
		return math.MinInt64
	}
	return dueAt(p.Due)
}

// idAfter is the number after which a range of a priority continues a list at due_at begin: at the due time of the position,
// all tasks of higher priorities precede it, and all of lower ones follow.
func idAfter(p *tasks.Position, begin int64, priority tasks.Priority) int32 {
	const beforeAll, afterAll = -1, math.MaxInt32
	switch {
	case p == nil || dueAt(p.Due) < begin || priority > p.Priority:
		return beforeAll
	case priority < p.Priority:
		return afterAll
	default:
		return p.ID
	}
}
