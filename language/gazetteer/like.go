package gazetteer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/spelling"
)

// farthest is how many letters of a name may be wrong for it to be offered: a third of them.
func farthest(letters int) int { return letters / 3 }

// CitiesLike are the known cities, n at most, whose names are most like a text that names none: fewer than n, or none,
// where few are. They are to be offered, never to be taken for what was meant.
func (g *Gazetteer) CitiesLike(text string, n int) []*City {
	words, _ := g.countries.withoutCountry(spelling.Words(text))
	key := strings.Join(words, "")
	distances := map[*City]int{}
	for known, city := range g.cityNames.byKey {
		limit := farthest(min(letters(key), letters(known)))
		distance := spelling.Distance(key, known, limit+1)
		if distance > limit {
			continue
		}
		if least, seen := distances[city]; !seen || distance < least {
			distances[city] = distance
		}
	}
	like := make([]*City, 0, len(distances))
	for city := range distances {
		like = append(like, city)
	}
	slices.SortFunc(like, func(a, b *City) int {
		return cmp.Or(cmp.Compare(distances[a], distances[b]), cmp.Compare(a.Name, b.Name))
	})
	return like[:min(n, len(like))]
}
