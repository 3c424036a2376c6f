package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
)

// takeCategory finds a category that is named as one: category quran, the charity category, a dhikr task.
func (c *content) takeCategory() string {
	if i := c.Find(l.Category); i >= 0 {
		for _, j := range [...]int{i - 1, i + 1, i - 2, i + 2, i + 3, i + 4, i + 5} {
			if (j == i-1 || j == i-2) && c.Is(i+1, l.Se) && !c.Parted(i+1) {
				continue // charity category se nikal kar
			}
			if c.Is(j, l.CatName) && !c.gone(j) && (j != i-2 || c.Is(i-1, l.Ka, l.Wala)) {
				from, to := min(i, j), max(i, j)+1
				for c.Is(from-1, l.In, l.The, l.As, l.With) && !c.Parted(from) {
					from--
				}
				for c.Is(to, l.In, l.Ka) && !c.Parted(to) {
					to++
				}
				c.takeWords(reading.Span{From: from, To: to})
				return c.Words[j].Value
			}
		}
	}
	return c.takePutUnder()
}

// takeTaskCategory finds a category before the word task: a monthly charity task, zikr wale tasks.
func (c *content) takeTaskCategory(task int) string {
	i := task - 1
	for c.Is(i, l.Wala, l.Ka) {
		i--
	}
	if c.Is(i, l.CatName) && !c.gone(i) && !c.Is(i, l.Prayer) && !c.edges().OfDayPart(i) && !c.edges().Annexed(i) {
		c.takeWord(i)
		return c.Words[i].Value
	}
	return ""
}

// underCategory says whether the name of a category tells under which one something is put: under worship, ibadat mein daal do.
func (c *content) underCategory(i int) bool {
	if c.Is(i-1, l.Under) || c.Is(i+1, l.Under) {
		return true
	}
	leads := c.Is(i-1, l.As) || c.Is(i-1, l.To) && c.Has(l.Category)
	if leads && c.Language == meaning.English && c.EndsHere(i+1) && c.Main >= 0 && c.Acts[c.Main].Does(l.Mark, l.Change) {
		return true // tag 8 as quran, change the category of 8 to quran
	}
	return !c.Is(i, l.Namaz) && c.Is(i+1, l.In) && (c.Closing(i+2) || c.Is(i+2, l.Put, l.Move, l.Change, l.Kar))
}
