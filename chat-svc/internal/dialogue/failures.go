package dialogue

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

// failureKeys maps those error codes of the API that need no details to messages.
var failureKeys = map[string]string{
	"AUTH_REQUIRED":        "error_auth_required",
	"FORBIDDEN":            "error_forbidden",
	"NETWORK_ERROR":        "error_network",
	"TIMEOUT":              "error_timeout",
	"RATE_LIMITED":         "error_rate_limited",
	"SERVER_ERROR":         "error_server",
	"TOOL_EXECUTION_ERROR": "error_server",
	"HTTP_ERROR":           "error_unavailable_tool",
	"TOOL_NOT_FOUND":       "error_unavailable_tool",
}

// violationKeys maps rejected parameters to messages.
var violationKeys = map[string]string{
	"title": "error_title", "due_datetime": "error_due", "due_from": "error_due", "limit": "error_limit", "area": "error_area",
	"city": "error_city", "date": "error_date", "task_id": "error_task_id",
}

// Fail records a tool's failure and explains it in the person's language, or asks what would mend it.
func (t *Turn) Fail(result *toolresult.Result, args Arguments) {
	if t.asksWhichCity(result, args) {
		return
	}
	t.Answer.Failed(result)
	if key, ok := failureKeys[result.Error]; ok {
		t.Say(key, nil)
		return
	}
	if result.Error == "NOT_FOUND" {
		t.sayNotFound(args)
		return
	}
	for _, violation := range result.Violations {
		if key, ok := violationKeys[violation.Field]; ok {
			value, _ := args[violation.Field].(string)
			if key == "error_city" && value == "" {
				key = "error_city_profile"
			}
			t.Say(key, messages.Args{violation.Field: messages.Data(value)})
			return
		}
	}
	t.Say("error_invalid", messages.Args{"detail": messages.Data(result.ErrorMessage)})
}

func (t *Turn) sayNotFound(args Arguments) {
	gone := slices.IndexFunc(t.State.Deleted, func(one conversation.Item) bool { return args["task_id"] == one.ID })
	switch {
	case gone >= 0:
		t.Say("error_task_gone", Item(t.State.Deleted[gone]))
	case args["task_id"] != nil:
		t.Say("error_not_found_task", messages.Args{"id": args["task_id"]})
	case args["masjid_id"] != nil:
		t.Say("error_not_found_masjid", nil)
	default:
		t.Say("error_not_found", nil)
	}
}

// RefuseEarly refuses, before asking anything, what cannot succeed: the tool needs a user and the caller is
// anonymous, or the tool's service is away. It reports whether it refused.
func (t *Turn) RefuseEarly(ctx context.Context, tool string, args Arguments) bool {
	route := t.Routes().Lookup(tool)
	isAnonymous := t.needsUser(tool) || route != nil && t.Person.UserID == 0 && !IsOpen(route)
	if isAnonymous || route != nil && t.IsForbidden(ctx, route) {
		t.Own = true // nothing is done, whatever the message says
		return !t.Run(ctx, tool, args, detect.Slots{})
	}
	if t.unavailable(tool) {
		t.Answer.Tool, t.Answer.Arguments = &tool, args.WithSlots(detect.Slots{})
		t.Fail(toolresult.FromError(apperr.Unavailable("the service cannot be reached now: try again later")), args)
		return true
	}
	return false
}

// unavailable reports whether the tool's service is away, so that the chat can say so before it asks anything.
func (t *Turn) unavailable(tool string) bool {
	route := t.Routes().Lookup(tool)
	return route != nil && !route.Available
}

// IsForbidden reports whether the person, although signed in where that is needed, may not call the tool whatever its arguments.
func (t *Turn) IsForbidden(ctx context.Context, route *routing.Route) bool {
	decision := t.Access.Decide(ctx, t.Person, route.Access, nil)
	return !decision.Allowed && decision.Rule != access.RuleUser
}

// needsUser reports whether the tool needs a user and the caller is anonymous.
func (t *Turn) needsUser(tool string) bool {
	return t.Person.UserID == 0 && (strings.HasSuffix(tool, "_task") || tool == toolnames.ListTasks || tool == toolnames.GetUserInfo)
}

// IsOpen reports whether anyone may call a tool.
func IsOpen(route *routing.Route) bool {
	return route.Auth == toolsv1.Auth_AUTH_NONE || route.Auth == toolsv1.Auth_AUTH_OPTIONAL
}
