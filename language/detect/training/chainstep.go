package training

import (
	"math"

	"github.com/salaatflow/platform/language/detect/spans"
)

const width = int(spans.Labels)

// labelled is a number for each label.
type labelled [width]float32

// lattice is what is said for each label of each word, and behind each other.
type lattice struct {
	says, ahead, back []labelled
}

func (l *lattice) of(tokens int) {
	if len(l.says) < tokens {
		l.says, l.ahead, l.back = make([]labelled, tokens), make([]labelled, tokens), make([]labelled, tokens)
	}
}

const impossible = -1e30

// step moves the weights of a sentence's features towards the labels that are right. Products are rounded before they are added, so that
// every machine finds the same.
func (c *chains) step(e *chain) {
	kept := c.keptOf(e)
	c.lattice.of(len(kept))
	c.say(kept)
	c.pull(e, kept, c.lookAhead(e, len(kept)))
}

// say sets what is said for each label of each word.
func (c *chains) say(kept [][]int32) {
	for t := range kept {
		var says labelled
		for _, row := range kept[t] {
			for y, w := range &c.rows[row] {
				says[y] += w
			}
		}
		for y := range says {
			says[y] *= chainScale
		}
		c.lattice.says[t] = says
	}
}

// lookAhead sets how likely the words up to each are to end in a label, and those behind it to follow one; it returns how likely all is.
func (c *chains) lookAhead(e *chain, n int) float32 {
	l := &c.lattice
	for y := range width {
		if l.ahead[0][y] = impossible; e.follows[width][y] {
			l.ahead[0][y] = c.transitions[e.contexts[0]][width][y] + l.says[0][y]
		}
	}
	for t := 1; t < n; t++ {
		steps := &c.transitions[e.contexts[t]]
		for y := range width {
			var sum logsum
			for x := range width {
				if e.follows[x][y] && l.ahead[t-1][x] > impossible {
					sum.add(l.ahead[t-1][x] + steps[x][y])
				}
			}
			if l.ahead[t][y] = sum.value(); sum.many > 0 {
				l.ahead[t][y] += l.says[t][y]
			}
		}
	}
	l.back[n-1] = labelled{}
	for t := n - 2; t >= 0; t-- {
		steps := &c.transitions[e.contexts[t+1]]
		for x := range width {
			var sum logsum
			for y := range width {
				if e.follows[x][y] {
					sum.add(steps[x][y] + l.says[t+1][y] + l.back[t+1][y])
				}
			}
			l.back[t][x] = sum.value()
		}
	}
	var whole logsum
	for _, v := range l.ahead[n-1] {
		if v > impossible {
			whole.add(v)
		}
	}
	return whole.value()
}

// pull moves weights by how much likelier than right each label is.
func (c *chains) pull(e *chain, kept [][]int32, whole float32) {
	for t := range kept {
		c.pullSteps(e, t, whole)
		gradient, small := c.gradient(e, t, whole)
		if small {
			continue
		}
		for _, row := range kept[t] {
			weights, moved := &c.rows[row], &c.moved[row]
			for y, g := range gradient {
				if g > least || g < -least {
					c.move(&weights[y], &moved[y], g)
				}
			}
		}
	}
}

// least is the size of a gradient that counts.
const least = 1e-5

// pullSteps moves the weights of a word's label behind the one before it.
func (c *chains) pullSteps(e *chain, t int, whole float32) {
	l, steps, moved := &c.lattice, &c.transitions[e.contexts[t]], &c.transitionsMoved[e.contexts[t]]
	from, to := 0, width
	if t == 0 {
		from, to = width, width+1
	}
	for x := from; x < to; x++ {
		for y := range width {
			if !e.follows[x][y] {
				continue
			}
			var before float32
			if t > 0 {
				before = l.ahead[t-1][x]
			}
			g := exp(before + steps[x][y] + l.says[t][y] + l.back[t][y] - whole)
			if int(e.labels[t]) == y && (t == 0 || int(e.labels[t-1]) == x) {
				g--
			}
			c.move(&steps[x][y], &moved[x][y], g)
		}
	}
}

// gradient is how much likelier than right each label of a word is; small says that it is not by much.
func (c *chains) gradient(e *chain, t int, whole float32) (gradient labelled, small bool) {
	l := &c.lattice
	small = true
	for y := range width {
		if l.ahead[t][y] > impossible {
			gradient[y] = exp(l.ahead[t][y] + l.back[t][y] - whole)
		}
		if int(e.labels[t]) == y {
			gradient[y]--
		}
		gradient[y] *= chainScale
		small = small && gradient[y] < least && gradient[y] > -least
	}
	return gradient, small
}

func (c *chains) move(weight, moved *float32, g float32) {
	*moved += float32(g * g)
	g += float32(float32(c.Decay) * *weight)
	*weight -= float32(float32(c.Rate)*g) / (float32(math.Sqrt(float64(*moved))) + 1e-3)
}

func exp(x float32) float32 { return float32(math.Exp(float64(x))) }

// logsum is the logarithm of a sum of powers of e.
type logsum struct {
	all  [width]float32
	many int
}

func (s *logsum) add(x float32) {
	s.all[s.many] = x
	s.many++
}

func (s *logsum) value() float32 {
	if s.many == 0 {
		return impossible
	}
	if s.many == 1 {
		return s.all[0]
	}
	top := s.all[0]
	for _, x := range s.all[1:s.many] {
		top = max(top, x)
	}
	sum := 0.0
	for _, x := range s.all[:s.many] {
		if x > top-30 {
			sum += math.Exp(float64(x - top))
		}
	}
	return top + float32(math.Log(sum))
}
