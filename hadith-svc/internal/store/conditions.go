package store

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// conditions is the text of a WHERE clause with its values.
type conditions struct {
	text   string
	values []any
}

// match adds the condition that a hadith h matches a filter.
func (c *conditions) match(f hadith.Filter) {
	c.text += "1 = 1"
	if f.Collection != "" {
		c.add(" AND h.collection = ?", f.Collection)
	}
	if f.Book != 0 {
		c.add(" AND h.book = ?", f.Book)
	}
	if f.Cited.Collection != "" {
		c.add(" AND h.citations LIKE ?", "%"+citation(f.Cited)+"%")
	}
	f.Collection = "" // it is a column
	for _, label := range f.Labels() {
		c.add(" AND EXISTS (SELECT 1 FROM labels l WHERE l.label = ? AND l.hadith_id = h.id)", label)
	}
}

// citation is how citations that name a book, and a number if there is one, begin in their column.
func citation(c hadith.Citation) string {
	begins, err := json.Marshal(hadith.Citation{Collection: c.Collection, Number: c.Number})
	if err != nil {
		panic(err) // texts alone cannot fail
	}
	return strings.NewReplacer("%", "", "_", "").Replace(strings.TrimSuffix(string(begins), "}"))
}

// add appends text and replaces each ? in it by the $n of its value.
func (c *conditions) add(text string, values ...any) {
	for _, value := range values {
		c.values = append(c.values[:len(c.values):len(c.values)], value) // copies of c share no value
		text = strings.Replace(text, "?", "$"+strconv.Itoa(len(c.values)), 1)
	}
	c.text += text
}
