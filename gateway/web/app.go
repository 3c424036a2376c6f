package web

// app adds the pages for everybody.
func (p *Pages) app() {
	p.mux.HandleFunc("GET /{$}", p.home)
	p.mux.HandleFunc("GET /today", p.today)
	p.mux.HandleFunc("POST /chat", p.say)
}
