package memories

import (
	"math"
	"slices"
)

// Algorithms put together vectors that are alike: each returns groups of their indexes.
var algorithms = map[string]func([]vector) [][]int{"kmeans": kMeans, "hdbscan": byDensity, "spectral": byCuts}

// rounds bounds how often an algorithm improves what it has.
const rounds = 32

// kMeans has about as many groups as the root of half the number of vectors. The first centres are as far apart as can be.
func kMeans(all []vector) [][]int {
	if len(all) == 0 {
		return nil
	}
	centres := []vector{all[0]}
	for k := int(math.Ceil(math.Sqrt(float64(len(all)) / 2))); len(centres) < k; {
		farthest, least := 0, math.Inf(1)
		for i, v := range all {
			if _, likeness := nearest(centres, v); likeness < least {
				farthest, least = i, likeness
			}
		}
		centres = append(centres, all[farthest])
	}
	var groups [][]int
	for range rounds {
		before := groups
		groups = make([][]int, len(centres))
		for i, v := range all {
			at, _ := nearest(centres, v)
			groups[at] = append(groups[at], i)
		}
		if slices.EqualFunc(before, groups, slices.Equal) {
			break
		}
		for at, group := range groups {
			if len(group) > 0 {
				centres[at] = centre(pick(all, group))
			}
		}
	}
	return groups
}

func nearest(centres []vector, v vector) (at int, likeness float64) {
	likeness = -1
	for i, one := range centres {
		if now := one.dot(v); now > likeness {
			at, likeness = i, now
		}
	}
	return at, likeness
}

// reach is how alike two vectors have to be to be neighbours.
const reach = 0.4

// byDensity groups what neighbours lead to. What has no neighbour is alone.
func byDensity(all []vector) [][]int {
	var groups [][]int
	seen := make([]bool, len(all))
	for first := range all {
		if seen[first] {
			continue
		}
		seen[first] = true
		group := []int{first}
		for at := 0; at < len(group); at++ {
			for i, v := range all {
				if !seen[i] && v.dot(all[group[at]]) >= reach {
					seen[i] = true
					group = append(group, i)
				}
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// byCuts cuts a group in two where it is connected least, by the signs of the second eigenvector of its similarities, until what
// is left hangs together.
func byCuts(all []vector) [][]int {
	everything := make([]int, len(all))
	for i := range all {
		everything[i] = i
	}
	var groups [][]int
	for open := [][]int{everything}; len(open) > 0; {
		group := open[0]
		open = open[1:]
		left, right := cut(pick(all, group))
		if len(left) == 0 || len(right) == 0 || coherence(pick(all, group)) >= 2*reach {
			groups = append(groups, group)
			continue
		}
		open = append(open, indexes(group, left), indexes(group, right))
	}
	return groups
}

func cut(group []vector) (left, right []int) {
	degrees := make([]float64, len(group))
	for i, v := range group {
		for _, other := range group {
			degrees[i] += v.dot(other)
		}
	}
	values := make([]float64, len(group))
	for i := range values {
		values[i] = math.Cos(float64(i + 1)) // anything that is not the first eigenvector
	}
	for range rounds { // power iteration, without the first eigenvector, which is the root of the degrees
		next, along, whole := make([]float64, len(group)), 0.0, 0.0
		for i, v := range group {
			next[i] = values[i]
			for j, other := range group {
				next[i] += v.dot(other) * values[j] / math.Sqrt(degrees[i]*degrees[j])
			}
		}
		for i := range next {
			along += next[i] * math.Sqrt(degrees[i])
			whole += degrees[i]
		}
		length := 0.0
		for i := range next {
			next[i] -= along / whole * math.Sqrt(degrees[i])
			length += next[i] * next[i]
		}
		if length == 0 {
			return nil, nil
		}
		for i := range next {
			values[i] = next[i] / math.Sqrt(length)
		}
	}
	for i, value := range values {
		if value < 0 {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	return left, right
}

// coherence is how alike vectors are to their middle, on average.
func coherence(group []vector) (sum float64) {
	middle := centre(group)
	for _, v := range group {
		sum += middle.dot(v)
	}
	return sum / float64(len(group))
}

func pick(all []vector, which []int) []vector {
	picked := make([]vector, len(which))
	for i, at := range which {
		picked[i] = all[at]
	}
	return picked
}

func indexes(of, which []int) []int {
	picked := make([]int, len(which))
	for i, at := range which {
		picked[i] = of[at]
	}
	return picked
}
