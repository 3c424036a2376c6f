package slots

import "github.com/salaatflow/platform/language/detect/slots/categories"

// categories finds categories in what is left.
func (c *content) categories() categories.Sentence {
	return categories.Sentence{Clauses: c.Clauses, Gone: c.gone}
}

// takeCategory finds a category that is named as one: category quran, the charity category, a dhikr task. changes says that a task that
// there is gets it.
func (c *content) takeCategory(changes bool) string {
	s := c.categories()
	s.Changes = changes
	name, at := s.Named()
	c.takeWords(at)
	return name
}

// takeTaskCategory finds a category before the word task: a monthly charity task, zikr wale tasks.
func (c *content) takeTaskCategory(task int) string {
	name, at := c.categories().BeforeTask(task)
	c.takeWord(at)
	return name
}
