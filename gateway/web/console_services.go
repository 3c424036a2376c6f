package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// instance is a registered instance of a service.
type instance struct {
	Name         string `json:"instance"`
	Service      string `json:"service"`
	Version      string `json:"version"`
	Address      string `json:"address"`
	Definition   string `json:"definition"`
	State        string `json:"state"`
	RegisteredAt string `json:"registered_at"`
	LeaseEndsAt  string `json:"lease_ends_at"`
	LeaseTTL     string `json:"lease_ttl"`
	Renewed      bool   `json:"renewed"`
	// RenewedAt is when the lease was renewed last; empty if that cannot be told.
	RenewedAt string `json:"-"`
}

// instancesOnPage bounds a page: there may be very many instances.
const instancesOnPage = 100

// serviceList shows who offers what: the instances of each service, with their versions and leases.
func (p *Pages) serviceList(w http.ResponseWriter, r *http.Request) {
	pg, query := p.begin(r, "title.services"), url.Values{}
	if service := strings.TrimSpace(r.URL.Query().Get("service")); service != "" {
		query.Set("service", service)
	}
	var instances []instance
	if err := p.door.Read(r.Context(), door.Get("/api/v1/registry/instances", query), &instances); err != nil {
		p.refuse(w, r, pg, err)
		return
	}
	shown := sliceOf(r, len(instances), instancesOnPage)
	page := instances[shown.From:shown.To]
	for i := range page {
		page[i].RenewedAt = renewedAt(page[i])
	}
	pg.Main = map[string]any{"Instances": page, "Count": len(instances), "Next": shown.Next, "Service": query.Get("service")}
	p.show(w, r, "services", pg)
}

// renewedAt returns when a lease was renewed: so long before its end as it is.
func renewedAt(one instance) string {
	ends, err := time.Parse(time.RFC3339, one.LeaseEndsAt)
	ttl, wrong := time.ParseDuration(one.LeaseTTL)
	if err != nil || wrong != nil {
		return ""
	}
	return ends.Add(-ttl).Format(time.RFC3339Nano)
}
