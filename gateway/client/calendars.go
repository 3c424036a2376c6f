package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// Calendar is a private address of a user's calendar feed, as the gateway lists it. Times are RFC 3339.
type Calendar struct {
	ID int32 `json:"id"`
	// Name is nil for one without a name.
	Name      *string `json:"name"`
	CreatedAt string  `json:"created_at"`
	// LastReadAt is nil for one that was never read.
	LastReadAt *string `json:"last_read_at"`
}

// NewCalendar is a private address of a calendar feed that has just been made.
type NewCalendar struct {
	ID        int32   `json:"id"`
	Name      *string `json:"name"`
	CreatedAt string  `json:"created_at"`
	// URL is the address itself.
	URL string `json:"url"`
}

// CreateCalendar makes a private address of the caller's calendar feed.
func (c *Client) CreateCalendar(ctx context.Context, name string, user int32) (*NewCalendar, error) {
	body, err := json.Marshal(map[string]string{"name": name})
	if err != nil {
		return nil, err
	}
	var created struct {
		NewCalendar
		Path string `json:"path"`
	}
	if err := c.resource(ctx, http.MethodPost, c.calendars(), body, user, &created); err != nil {
		return nil, err
	}
	created.URL = c.base.JoinPath(created.Path).String()
	return &created.NewCalendar, nil
}

// Calendars returns the private addresses of the caller's calendar feed, by number.
func (c *Client) Calendars(ctx context.Context, user int32) ([]Calendar, error) {
	var calendars []Calendar
	err := c.resource(ctx, http.MethodGet, c.calendars(), nil, user, &calendars)
	return calendars, err
}

// RevokeCalendar revokes a private address of the caller's calendar feed.
func (c *Client) RevokeCalendar(ctx context.Context, id, user int32) error {
	return c.resource(ctx, http.MethodDelete, c.calendars().JoinPath(strconv.Itoa(int(id))), nil, user, nil)
}

func (c *Client) calendars() *url.URL { return c.base.JoinPath("api/v1/calendars") }
