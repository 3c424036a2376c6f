package matrix

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// stock gives the user things, and returns their numbers by the name of the parameter that takes them, with the tokens of the
// user's pages.
func (w *world) stock(t *testing.T) map[string][]any {
	t.Helper()
	const each = 20
	stock := map[string][]any{}
	for range each {
		stock["token_id"] = append(stock["token_id"], w.createToken(t))
		for name, known := range thingsByField {
			if known.owned && name != "token_id" { // of which newToken leaves one
				stock[name] = append(stock[name], known.of(w, t))
			}
		}
	}
	for _, method := range w.methods() {
		fields := method.Input().Fields()
		if fields.ByName(pageToken) == nil || !ruleOf(method).needsUser() {
			continue
		}
		var page struct{ NextPageToken string }
		w.Eventually(t, "the user has two pages of "+string(method.Name()), func() bool { // the audit ships entries after the calls
			got := w.callGRPC(t, method, caller{context: w.asTheUser}, completed(t, method, map[string]any{"limit": 1}))
			return json.Unmarshal(got.body, &page) == nil && page.NextPageToken != ""
		})
		stock[pageToken] = append(stock[pageToken], page.NextPageToken)
	}
	return stock
}

// everythingOfTheUser returns what the user reads of their own, by what was asked: what every RPC that reads answers, once or
// for each thing that the user has. It fails the test if an RPC shows nothing with the canary.
func (w *world) everythingOfTheUser(t *testing.T, stock map[string][]any) map[string][]byte {
	t.Helper()
	everything := map[string][]byte{}
	for _, method := range w.methods() {
		if !showsThings(method) {
			continue
		}
		asked := []map[string]any{{}}
		fields := method.Input().Fields()
		for i := range fields.Len() {
			if name := string(fields.Get(i).Name()); thingsByField[name].owned {
				asked = nil
				for _, id := range stock[name] {
					asked = append(asked, map[string]any{name: id})
				}
			}
		}
		seen, refused := false, false
		for _, about := range asked {
			got := w.callGRPC(t, method, caller{context: w.asTheUser}, completed(t, method, maps.Clone(about)))
			everything[fmt.Sprint(method.FullName(), about)] = got.body
			seen, refused = seen || strings.Contains(string(got.body), canary), refused || got.code != ""
		}
		if !seen && !refused && !withoutTexts[method.FullName()] {
			t.Errorf("%s shows the user nothing with the canary, so that nobody would notice it elsewhere", method.FullName())
		}
	}
	return everything
}

// withoutTexts are RPCs whose answers hold no text of a user's, in which the canary could be.
var withoutTexts = map[protoreflect.FullName]bool{
	"salaatflow.tasks.v1.ReminderService.GetReminderSettings": true, // two times of day
}

// showsThings reports whether an RPC shows users what is theirs. What the audit lists grows with the time that it takes to
// ship, and nobody can change it.
func showsThings(method protoreflect.MethodDescriptor) bool {
	options := method.Options()
	tool, _ := proto.GetExtension(options, toolsv1.E_Tool).(*toolsv1.Tool)
	reads := readsByOptions(options) || tool.GetReadOnly()
	required := ruleOf(method).auth == toolsv1.Auth_AUTH_REQUIRED
	return reads && (required || takesThings(method)) && !isForPrograms(method) && method.Parent().Name() != "AuditService"
}
