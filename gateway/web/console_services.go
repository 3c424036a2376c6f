package web

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// instance is an instance of a service as the registry knows it.
type instance struct {
	State        string   `json:"state"`
	RegisteredAt string   `json:"registered_at"`
	LeaseEndsAt  string   `json:"lease_ends_at"`
	LeaseTTL     string   `json:"lease_ttl"`
	Renewed      bool     `json:"renewed"`
	DepartedAt   string   `json:"departed_at"`
	Tools        []string `json:"tools"`
	// RenewedAt is when the lease was renewed last; empty if that cannot be told.
	RenewedAt string `json:"-"`
}

// instancesOnPage bounds a page: there may be very many instances.
const instancesOnPage = 100

// serviceList shows who offers what: the instances of each service, with their versions and leases, and those that are gone. It
// shows what the page about health does.
func (p *Pages) serviceList(w http.ResponseWriter, r *http.Request) {
	pg, seen := p.begin(r, "title.services"), &health{}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/gateway/health", nil), seen); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	service := strings.TrimSpace(r.URL.Query().Get("service"))
	instances := slices.DeleteFunc(seen.Programs, func(one program) bool {
		return one.Registered == nil || service != "" && one.Program != service
	})
	shown := sliceOf(r, len(instances), instancesOnPage)
	page := instances[shown.From:shown.To]
	for _, one := range page {
		one.Registered.RenewedAt = renewedAt(one.Registered)
	}
	pg.Main = map[string]any{"Instances": page, "Count": len(instances), "Next": shown.Next, "Service": service}
	p.show(w, r, "services", pg)
}

// renewedAt returns when a lease was renewed: so long before its end as it is.
func renewedAt(one *instance) string {
	ends, err := time.Parse(time.RFC3339, one.LeaseEndsAt)
	ttl, wrong := time.ParseDuration(one.LeaseTTL)
	if err != nil || wrong != nil {
		return ""
	}
	return ends.Add(-ttl).Format(time.RFC3339Nano)
}

// forgetInstance takes an instance that is gone off the list, after it was asked about once.
func (p *Pages) forgetInstance(w http.ResponseWriter, r *http.Request) {
	const page = "/console/services"
	service, name := r.PostFormValue("service"), r.PostFormValue("instance")
	if r.PostForm.Get("sure") == "" {
		pg := p.begin(r, "title.services")
		pg.Main = &question{
			Title: "ask.forget", Text: "ask.forget.text", Subject: service, Action: page + "/forget", Back: page, Final: true,
			Fields: []row{{"service", service}, {"instance", name}},
		}
		p.show(w, r, "question", pg)
		return
	}
	call := door.Call{
		Method: http.MethodPost, Path: "/api/v1/registry/instances/forget",
		Body: map[string]string{"service": service, "instance": name},
	}
	p.done(w, r, p.door.Read(r.Context(), call, nil), page, "instance_forgotten")
}
