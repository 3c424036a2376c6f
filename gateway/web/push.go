package web

import (
	"net/http"
	"net/url"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

const subscriptionsPath = "/api/v1/reminders/push-subscriptions"

// browser is one that shows the reader's reminders.
type browser struct {
	ID        int    `json:"id"`
	Endpoint  string `json:"endpoint"`
	CreatedAt string `json:"created_at"`
}

// serviceOf returns the host of a browser's push service, by which people may know the browser.
func serviceOf(b browser) string {
	at, err := url.Parse(b.Endpoint)
	if err != nil {
		return ""
	}
	return at.Hostname()
}

// readPush reads whether browsers can show reminders, and which do.
func (p *Pages) readPush(r *http.Request, shown *settingsPage) {
	var key struct {
		PublicKey string `json:"public_key"`
	}
	if err := p.door.Read(r.Context(), door.Get("/api/v1/reminders/push-key", nil), &key); err != nil || key.PublicKey == "" {
		return // it is not offered
	}
	shown.PushKey = key.PublicKey
	if err := p.door.Read(r.Context(), door.Get(subscriptionsPath, nil), &shown.Browsers); err != nil && shown.RefusedPush == nil {
		shown.RefusedPush = p.reason(r, err)
	}
}

// addBrowser has the browser show reminders that sent its subscription.
func (p *Pages) addBrowser(w http.ResponseWriter, r *http.Request) {
	err := p.door.Read(r.Context(), door.Call{Method: http.MethodPost, Path: subscriptionsPath, Body: map[string]any{
		"endpoint": r.PostFormValue("endpoint"), "p256dh": r.PostFormValue("p256dh"), "auth": r.PostFormValue("auth"),
	}}, nil)
	p.done(w, r, err, "/settings", "push_added")
}

func (p *Pages) removeBrowser(w http.ResponseWriter, r *http.Request) {
	call := door.Call{Method: http.MethodDelete, Path: subscriptionsPath + "/" + number(r)}
	p.done(w, r, p.door.Read(r.Context(), call, nil), "/settings", "push_removed")
}
