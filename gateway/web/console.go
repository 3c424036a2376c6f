package web

// console adds the pages for operators. What they may see and do is what the paths behind them allow their reader.
func (p *Pages) console() {
	p.mux.HandleFunc("GET /console", p.toolList)
	p.mux.HandleFunc("GET /console/tools/{name}", p.toolPage)
	p.mux.HandleFunc("POST /console/tools/{name}", p.callTool)
	p.mux.HandleFunc("POST /console/tools/{name}/classify", p.classify)
	p.mux.HandleFunc("GET /console/skills", p.skillList)
	p.mux.HandleFunc("GET /console/skills/{name}", p.skillPage)
	p.mux.HandleFunc("POST /console/skills/{name}/override", p.override)
	p.mux.HandleFunc("POST /console/skills/{name}/overrides/{id}/revoke", p.revokeOverride)
	p.mux.HandleFunc("GET /console/definitions", p.definitionList)
	p.mux.HandleFunc("GET /console/definitions/{hash}", p.definitionPage)
	p.mux.HandleFunc("POST /console/definitions/{hash}/{act}", p.decideDefinition)
	p.mux.HandleFunc("GET /console/audit", p.auditList)
	p.mux.HandleFunc("GET /console/services", p.serviceList)
	p.mux.HandleFunc("POST /console/services/forget", p.forgetInstance)
	p.mux.HandleFunc("GET /console/health", p.health)
	p.mux.HandleFunc("GET /console/live", p.live)
	p.mux.HandleFunc("GET /console/live/events", p.liveEvents)
	p.mux.HandleFunc("GET /console/policy", p.policyPage)
	p.mux.HandleFunc("GET /console/limits", p.limitsPage)
}

// sections are those of the console, in the order in which it names them.
func sections() []string {
	return []string{
		"/console", "/console/services", "/console/health", "/console/live", "/console/skills", "/console/definitions", "/console/policy",
		"/console/limits", "/console/audit",
	}
}

// question asks once before something is changed, and says what will be done.
type question struct {
	// Title and Text are keys; Subject is what they are about.
	Title, Text, Subject, Action string
	// Fields are sent again with the answer.
	Fields []row
	// Hidden are sent again and not shown.
	Hidden []row
	Back   string
	// Final is set if it cannot be taken back.
	Final bool
	// Reason asks for one with the answer.
	Reason bool
	// Preview is what a decision about a skill would change; nil for what is no such decision.
	Preview *preview
}
