package web

// console adds the pages for operators.
func (p *Pages) console() {}
