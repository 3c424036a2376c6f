package slots

import "github.com/salaatflow/platform/language/detect/slots/categories"

// categories finds categories in what is left.
func (c *content) categories() categories.Sentence {
	return categories.Sentence{Clauses: c.Clauses, Gone: c.gone}
}

// takeCategory finds a category that is named as one: category quran, the charity category, a dhikr task.
func (c *content) takeCategory() string {
	name, at := c.categories().Named()
	c.takeWords(at)
	return name
}

// takeTaskCategory finds a category before the word task: a monthly charity task, zikr wale tasks.
func (c *content) takeTaskCategory(task int) string {
	name, at := c.categories().BeforeTask(task)
	c.takeWord(at)
	return name
}
