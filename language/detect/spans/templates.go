package spans

// What is known of each token.
const (
	form  = iota // as it is written
	key          // as it sounds
	class        // all that it stands for, or what of time it tells
	act          // the act that it belongs to
	gap          // what stands before it
	side         // where it stands to what is wanted
	thing        // how far behind it a word for a task stands
	again        // whether it is said once more
	about        // how many are known
)

// around is how many tokens before and behind one are looked at.
const around = 3

// part is one thing that is known of the token so many places further.
type part struct{ what, away int8 }

// template is what makes a feature together.
type template struct {
	parts []part
	kind  bool // with the kind of sentence, too
}

var templates = makeTemplates()

func makeTemplates() (all []template) {
	add := func(parts ...part) { all = append(all, template{parts: parts}) }
	both := func(parts ...part) { all = append(all, template{parts: parts}, template{parts, true}) }
	for d := int8(-3); d <= 3; d++ {
		both(part{class, d})
		if d > -3 && d < 3 {
			both(part{key, d})
			add(part{form, d})
		} else {
			add(part{key, d})
		}
	}
	for d := int8(-1); d <= 2; d++ {
		if d == 0 || d == 1 {
			both(part{key, d - 1}, part{key, d})
			both(part{class, d - 1}, part{class, d}, part{gap, d})
			add(part{key, d - 1}, part{class, d})
			add(part{class, d - 1}, part{key, d})
			continue
		}
		both(part{key, d - 1}, part{key, d})
		both(part{class, d - 1}, part{class, d})
		if d == 2 {
			add(part{key, d - 1}, part{class, d})
		} else {
			add(part{class, d - 1}, part{key, d})
		}
	}
	for d := int8(-2); d <= 1; d++ {
		add(part{class, d - 1}, part{class, d}, part{class, d + 1})
	}
	add(part{class, 1}, part{class, 2}, part{class, 3})
	add(part{key, -1}, part{key, 0}, part{key, 1})
	add(part{key, -3}, part{key, -2}, part{key, -1})
	add(part{key, 1}, part{key, 2}, part{key, 3})
	both(part{gap, 0}, part{gap, 1})
	both(part{act, 0}, part{act, 1})
	both(part{act, -1}, part{act, 0})
	both(part{side, 0})
	both(part{side, 0}, part{class, 0})
	both(part{side, 0}, part{gap, 0}, part{gap, 1})
	both(part{thing, 0})
	both(part{thing, 0}, part{class, 0})
	both(part{thing, 0}, part{side, 0})
	add(part{thing, 0}, part{key, 0})
	add(part{thing, -1}, part{class, -1}, part{class, 0})
	both(part{again, 0}, part{thing, 0})
	both(part{again, -1}, part{again, 0}, part{again, 1})
	add(part{act, 0}, part{class, 1})
	add(part{act, -1}, part{class, 0})
	return all
}
