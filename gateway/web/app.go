package web

// app adds the pages for everybody.
func (p *Pages) app() {
	p.mux.HandleFunc("GET /{$}", p.home)
	p.mux.HandleFunc("GET /today", p.today)
	p.mux.HandleFunc("POST /chat", p.say)
	p.mux.HandleFunc("GET /tasks", p.taskList)
	p.mux.HandleFunc("POST /tasks", p.addTask)
	p.mux.HandleFunc("POST /tasks/all", p.bulk)
	p.mux.HandleFunc("GET /tasks/{id}", p.taskPage)
	p.mux.HandleFunc("POST /tasks/{id}", p.changeTask)
	p.mux.HandleFunc("POST /tasks/{id}/{act}", p.act)
	p.mux.HandleFunc("GET /masjids", p.masjidList)
	p.mux.HandleFunc("GET /masjids/{id}", p.masjidPage)
	p.mux.HandleFunc("GET /masjids/{id}/timetable", p.timetable)
	p.mux.HandleFunc("POST /masjids/{id}/prefer", p.preferMasjid)
	p.mux.HandleFunc("GET /hadith", p.hadithList)
	p.mux.HandleFunc("GET /settings", p.settings)
	p.mux.HandleFunc("POST /settings", p.saveSettings)
	p.mux.HandleFunc("POST /settings/tokens", p.makeToken)
	p.mux.HandleFunc("POST /settings/tokens/{id}/revoke", p.revokeToken)
	p.mux.HandleFunc("POST /settings/calendars", p.makeCalendar)
	p.mux.HandleFunc("POST /settings/calendars/{id}/revoke", p.revokeCalendar)
	p.mux.HandleFunc("POST /settings/push", p.addBrowser)
	p.mux.HandleFunc("POST /settings/push/{id}/remove", p.removeBrowser)
	p.mux.HandleFunc("GET "+docsPath, p.docsPage)
	p.mux.HandleFunc("/", p.missing)
}
