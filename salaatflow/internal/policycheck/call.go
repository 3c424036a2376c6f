// Package policycheck asks the policy of the platform about calls that nobody makes: for the tests of a policy file, and to
// explain a decision. It decides with the engine that the edges and the services use.
package policycheck

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/identity"
)

// Caller is who calls.
type Caller struct {
	// User is the user's number, 0 for an anonymous caller. Role is user if it is empty.
	User int32  `yaml:"user"`
	Role string `yaml:"role"`
	// Scopes limit the caller; nil does not.
	Scopes   *[]string `yaml:"scopes"`
	Issuer   string    `yaml:"issuer"`
	Address  string    `yaml:"address"`
	Timezone string    `yaml:"timezone"`
}

// Call is a call to decide on.
type Call struct {
	Caller Caller `yaml:"caller"`
	// Tool is the name or an alias of a tool, or the full name of an RPC, package.Service/Method.
	Tool string `yaml:"tool"`
	// Arguments are those of a call, of which rules see the shape.
	Arguments map[string]any `yaml:"arguments"`
	// Time is when the call is made: RFC 3339, or without an offset in the caller's time zone. Empty is noon of the first of
	// January 2026, so that the answer is always the same.
	Time string `yaml:"time"`
}

// defaultTime is that of a call that says none, a Thursday.
const defaultTime = "2026-01-01T12:00"

// Explain decides on a call by rules; nil has none.
func (c Call) Explain(ctx context.Context, rules *access.Rules) (access.Decision, []access.Step, error) {
	method, err := methodNamed(c.Tool)
	if err != nil {
		return access.Decision{}, nil, fmt.Errorf("tool: %w", err)
	}
	caller, err := c.Caller.identity()
	if err != nil {
		return access.Decision{}, nil, fmt.Errorf("caller: %w", err)
	}
	now, err := parseTime(cmp.Or(c.Time, defaultTime), caller.Zone())
	if err != nil {
		return access.Decision{}, nil, fmt.Errorf("time: %w", err)
	}
	text, err := json.Marshal(c.Arguments)
	if err != nil {
		return access.Decision{}, nil, fmt.Errorf("arguments: %w", err)
	}
	arguments := dynamicpb.NewMessage(method.Input())
	if len(c.Arguments) > 0 {
		if err := protojson.Unmarshal(text, arguments); err != nil {
			return access.Decision{}, nil, fmt.Errorf("arguments: %s are not those of %s: %w", text, c.Tool, err)
		}
	}
	var decider *access.Decider
	if rules != nil {
		decider = access.New(rules, clockwork.NewFakeClockAt(now))
	}
	decision, steps := decider.Explain(ctx, caller, access.NewMethod(method), arguments)
	return decision, steps, nil
}

func (c Caller) identity() (identity.Caller, error) {
	caller := identity.Caller{UserID: c.User, Issuer: c.Issuer}
	if c.User < 0 {
		return caller, fmt.Errorf("user: %d is no user's number; leave it out for an anonymous caller", c.User)
	}
	switch role := identity.Role(c.Role); {
	case role == "" && c.User != 0:
		caller.Role = identity.RoleUser
	case role == "":
	case role != identity.RoleUser && role != identity.RoleAdmin:
		return caller, fmt.Errorf("role: %q must be user or admin", c.Role)
	case c.User == 0:
		return caller, errors.New("role: an anonymous caller has none; say which user it is")
	default:
		caller.Role = role
	}
	if c.Scopes != nil {
		caller.Scopes = identity.LimitTo(*c.Scopes...)
	}
	var err error
	if c.Address != "" {
		if caller.Address, err = netip.ParseAddr(c.Address); err != nil {
			return caller, fmt.Errorf("address: %q must be an IP address", c.Address)
		}
	}
	if c.Timezone != "" {
		if caller.Timezone, err = identity.LoadZone(c.Timezone); err != nil {
			return caller, fmt.Errorf("timezone: %w", err)
		}
	}
	return caller, nil
}

func parseTime(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf(
		"%q must be RFC 3339, such as 2026-11-22T03:00:00+05:00, or without an offset in the caller's time zone", text)
}
