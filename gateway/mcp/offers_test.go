package mcp_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// library offers prompts and resources: books by their number, a notice that changes, and a diary that each user has.
type library struct {
	*shelf

	mu        sync.Mutex
	prompts   []*mcp.Prompt
	resources []*mcp.Resource
	notice    string
	diaries   map[string]string
}

func newLibrary() *library {
	return &library{
		shelf: newShelf(), notice: "open",
		prompts: []*mcp.Prompt{
			{Name: "read_to_me", Title: "Read to me", Description: "Reads a book.", Arguments: []mcp.Argument{
				{Name: "title", Description: "The title.", Required: true}, {Name: "voice"},
			}},
			{Name: "staff_only"},
		},
		resources: []*mcp.Resource{
			{URI: "book://{number}", Name: "book", Title: "A book", Description: "Its text.", MIMEType: "text/plain", Template: true},
			{URI: "diary://mine", Name: "diary", MIMEType: "text/plain"},
			{URI: "notice://board", Name: "notice", Title: "Notices", Description: "What is new.", MIMEType: "text/plain"},
		},
		diaries: map[string]string{},
	}
}

func (l *library) Prompts() []*mcp.Prompt {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.prompts
}

func (l *library) Resources() []*mcp.Resource {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.resources
}

func (l *library) VisiblePrompts(context.Context) []*mcp.Prompt {
	return slices.DeleteFunc(slices.Clone(l.Prompts()), func(p *mcp.Prompt) bool { return p.Name == "staff_only" })
}

func (l *library) VisibleResources(context.Context) []*mcp.Resource { return l.Resources() }

func (l *library) Asks(mcp.Called) bool { return false }

func (l *library) Get(_ context.Context, name string, arguments map[string]string) ([]*toolsv1.Turn, string, *apperr.Error) {
	if name != "read_to_me" {
		return nil, "", apperr.NotFound("there is no prompt %q", name)
	}
	if arguments["title"] == "" {
		return nil, "", apperr.Invalid(apperr.Violation{Field: "title", Message: "Required"})
	}
	turn := func(role string, content *toolsv1.Content) *toolsv1.Turn {
		return &toolsv1.Turn{Role: role, Content: content}
	}
	picture := &toolsv1.Media{Data: []byte{1, 2}, MimeType: "image/png"}
	return []*toolsv1.Turn{
		turn("", &toolsv1.Content{Block: &toolsv1.Content_Text{Text: "Read " + arguments["title"]}}),
		turn("assistant", &toolsv1.Content{Block: &toolsv1.Content_Image{Image: picture}}),
		turn("user", &toolsv1.Content{Block: &toolsv1.Content_Audio{
			Audio: &toolsv1.Media{Data: []byte{3}, MimeType: "audio/wav"},
		}}),
		turn("user", &toolsv1.Content{Block: &toolsv1.Content_Resource{Resource: &toolsv1.Resource{
			Uri: "book://1", MimeType: "text/plain", Content: &toolsv1.Resource_Text{Text: "Once"},
		}}}),
		turn("user", &toolsv1.Content{Block: &toolsv1.Content_Link{Link: &toolsv1.Link{Uri: "book://2", Name: "two"}}}),
		turn("user", &toolsv1.Content{}), // of a newer contract
	}, "Reads a book.", nil
}

func (l *library) Read(ctx context.Context, uri string) ([]*toolsv1.Resource, *apperr.Error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	content := &toolsv1.Resource{Uri: uri, MimeType: "text/plain"}
	switch uri {
	case "notice://board":
		content.Content = &toolsv1.Resource_Text{Text: l.notice}
	case "diary://mine":
		content.Content = &toolsv1.Resource_Text{Text: l.diaries[userOf(ctx)]}
	case "book://picture":
		content.MimeType, content.Content = "image/png", &toolsv1.Resource_Blob{Blob: []byte{1, 2, 3}}
	case "book://1":
		content.Content = &toolsv1.Resource_Text{Text: "Once"}
	default:
		return nil, apperr.NotFound("Resource not found")
	}
	return []*toolsv1.Resource{content}, nil
}

func (l *library) Changes(_ context.Context, uri string) (bool, *apperr.Error) {
	switch {
	case uri == "notice://board" || uri == "diary://mine":
		return true, nil
	case strings.HasPrefix(uri, "book://"):
		return false, nil
	default:
		return false, apperr.NotFound("Resource not found")
	}
}

func (l *library) Complete(_ context.Context, completing mcp.Completing) (mcp.Completed, *apperr.Error) {
	switch completing.Of {
	case mcp.Reference{Prompt: "read_to_me"}:
		values := slices.Repeat([]string{completing.Value + completing.Given["voice"]}, 150)
		return mcp.Completed{Values: values, Total: 1000}, nil
	case mcp.Reference{URI: "book://{number}"}:
		return mcp.Completed{Values: []string{completing.Argument}}, nil
	default:
		return mcp.Completed{}, apperr.NotFound("no such reference")
	}
}

func (l *library) set(change func()) {
	l.mu.Lock()
	change()
	l.mu.Unlock()
	l.changeAgain() // whoever listens looks at all of it
}

// codeOf returns the code of an error of the protocol.
func codeOf(t testing.TB, err error) int64 {
	t.Helper()
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) {
		t.Fatalf("%v is no error of the protocol", err)
	}
	return refused.Code
}

func TestPromptsAreListedAndGot(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		library := newLibrary()
		session := serve(t, mcp.Options{Backend: library, Offers: library}).connect(t, version, nil)
		listed := must(session.ListPrompts(t.Context(), nil))(t)
		const want = `[{"name":"read_to_me","title":"Read to me","description":"Reads a book.","arguments":[` +
			`{"name":"title","description":"The title.","required":true},{"name":"voice"}]}]`
		if got := encode(t, listed.Prompts); !sameJSON(t, got, want) {
			t.Errorf("listed %s", got)
		}
		got := must(session.GetPrompt(t.Context(), &sdk.GetPromptParams{
			Name: "read_to_me", Arguments: map[string]string{"title": "Emma"},
		}))(t)
		const says = `[{"role":"user","content":{"type":"text","text":"Read Emma"}},` +
			`{"role":"assistant","content":{"type":"image","mimeType":"image/png","data":"AQI="}},` +
			`{"role":"user","content":{"type":"audio","mimeType":"audio/wav","data":"Aw=="}},` +
			`{"role":"user","content":{"type":"resource","resource":{"uri":"book://1","mimeType":"text/plain","text":"Once"}}},` +
			`{"role":"user","content":{"type":"resource_link","uri":"book://2","name":"two"}}]`
		if said := encode(t, got.Messages); got.Description != "Reads a book." || !sameJSON(t, said, says) {
			t.Errorf("%q says %s", got.Description, said)
		}
		for _, params := range []*sdk.GetPromptParams{
			{Name: "read_to_me"}, {Name: "unknown"}, {Name: "staff_only"}, {Name: "changed"},
		} {
			_, err := session.GetPrompt(t.Context(), params)
			if code := codeOf(t, err); code != jsonrpc.CodeInvalidParams {
				t.Errorf("%s: code %d", params.Name, code)
			}
		}
	})
}

func TestResourcesAreListedAndRead(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		library := newLibrary()
		session := serve(t, mcp.Options{Backend: library, Offers: library}).connect(t, version, nil)
		listed := must(session.ListResources(t.Context(), nil))(t)
		if got := encode(t, listed.Resources); !sameJSON(t, got, `[{"uri":"diary://mine","name":"diary","mimeType":"text/plain"},`+
			`{"uri":"notice://board","name":"notice","title":"Notices","description":"What is new.","mimeType":"text/plain"}]`) {
			t.Errorf("listed %s", got)
		}
		templates := must(session.ListResourceTemplates(t.Context(), nil))(t)
		if got := encode(t, templates.ResourceTemplates); !sameJSON(t, got, `[{"uriTemplate":"book://{number}","name":"book",`+
			`"title":"A book","description":"Its text.","mimeType":"text/plain"}]`) {
			t.Errorf("templates %s", got)
		}
		for uri, want := range map[string]string{
			"notice://board": `[{"uri":"notice://board","mimeType":"text/plain","text":"open"}]`,
			"book://picture": `[{"uri":"book://picture","mimeType":"image/png","blob":"AQID"}]`,
		} {
			read := must(session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}))(t)
			if got := encode(t, read.Contents); !sameJSON(t, got, want) {
				t.Errorf("%s: %s", uri, got)
			}
		}
		want := int64(-32002)
		if version == "2026-07-28" {
			want = jsonrpc.CodeInvalidParams
		}
		for _, uri := range []string{"book://none", "http://localhost/", "changed:///"} {
			_, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
			if code := codeOf(t, err); code != want {
				t.Errorf("%s: code %d, want %d", uri, code, want)
			}
		}
	})
}

func TestArgumentsAreCompleted(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		library := newLibrary()
		session := serve(t, mcp.Options{Backend: library, Offers: library}).connect(t, version, nil)
		got := must(session.Complete(t.Context(), &sdk.CompleteParams{
			Ref:      &sdk.CompleteReference{Type: "ref/prompt", Name: "read_to_me"},
			Argument: sdk.CompleteParamsArgument{Name: "title", Value: "E"},
			Context:  &sdk.CompleteContext{Arguments: map[string]string{"voice": "low"}},
		}))(t).Completion
		if len(got.Values) != 100 || got.Values[0] != "Elow" || got.Total != 1000 || !got.HasMore {
			t.Errorf("%d values of %d, more %v: %v", len(got.Values), got.Total, got.HasMore, got.Values[:1])
		}
		got = must(session.Complete(t.Context(), &sdk.CompleteParams{
			Ref: &sdk.CompleteReference{Type: "ref/resource", URI: "book://{number}"}, Argument: sdk.CompleteParamsArgument{Name: "number"},
		}))(t).Completion
		if !slices.Equal(got.Values, []string{"number"}) || got.HasMore {
			t.Errorf("%v", got)
		}
		_, err := session.Complete(t.Context(), &sdk.CompleteParams{
			Ref: &sdk.CompleteReference{Type: "ref/prompt", Name: "none"}, Argument: sdk.CompleteParamsArgument{Name: "x"},
		})
		if code := codeOf(t, err); code != jsonrpc.CodeInvalidParams {
			t.Errorf("code %d", code)
		}
	})
}

// named sends a user's name with each request.
type named struct {
	user string
	next http.RoundTripper
}

func (n named) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-User", n.user)
	return n.next.RoundTrip(r)
}

// subscribed connects a client of a user that subscribes to URIs, and returns what receives each that has changed.
func subscribed(t *testing.T, s *served, version, user string, uris ...string) <-chan string {
	t.Helper()
	updated := make(chan string, 64)
	as := &served{Server: s.Server, url: s.url, client: &http.Client{Transport: named{user, s.client.Transport}}}
	session := as.connect(t, version, &sdk.ClientOptions{
		ResourceUpdatedHandler: func(_ context.Context, request *sdk.ResourceUpdatedNotificationRequest) {
			updated <- request.Params.URI
		},
	})
	for _, uri := range uris {
		if err := session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: uri}); err != nil {
			t.Fatal(err)
		}
	}
	return updated
}

// told waits until a subscriber is told of a change that is made again and again, since streams open behind a client's back.
func told(t testing.TB, updated <-chan string, uri string, change func()) {
	t.Helper()
	deadline := time.After(timeout)
	for {
		change()
		select {
		case got := <-updated:
			if got != uri {
				t.Fatalf("told of %s, not of %s", got, uri)
			}
			return
		case <-time.After(timeout / 30):
		case <-deadline:
			t.Fatalf("not told of %s", uri)
		}
	}
}

func TestSubscribersAreToldOfWhatTheyReadOtherwise(t *testing.T) {
	for _, version := range []string{"2026-07-28", "2025-11-25"} {
		t.Run(version, func(t *testing.T) {
			library := newLibrary()
			s := serveBehind(t, mcp.Options{Backend: library, Offers: library, ResourceInterval: time.Millisecond}, asUser)
			anna := subscribed(t, s, version, "anna", "diary://mine", "notice://board", "book://1")
			ben := subscribed(t, s, version, "ben", "diary://mine")
			pages := 0
			told(t, anna, "diary://mine", func() {
				pages++
				library.set(func() { library.diaries["anna"] = strings.Repeat("x", pages) })
			})
			for len(anna) > 0 { // of changes that were made again
				<-anna
			}
			told(t, ben, "diary://mine", func() {
				pages++
				library.set(func() { library.diaries["ben"] = strings.Repeat("x", pages) })
			})
		})
	}
}

func TestWhatCannotBeReadCannotBeSubscribedTo(t *testing.T) {
	library := newLibrary()
	s := serve(t, mcp.Options{Backend: library, Offers: library, MaxSubscriptionsOfCaller: 1})
	session := s.connect(t, "2025-11-25", nil)
	subscribe := func(uri string) error { return session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: uri}) }
	if err := subscribe("none://such"); codeOf(t, err) != -32002 {
		t.Errorf("%v", err)
	}
	for range 2 { // twice is once
		if err := subscribe("notice://board"); err != nil {
			t.Error(err)
		}
	}
	if err := subscribe("diary://mine"); err == nil || !strings.Contains(err.Error(), "already have 1 subscriptions") {
		t.Errorf("%v", err)
	}
	if err := subscribe("book://1"); err != nil { // which never changes, and costs nothing
		t.Error(err)
	}
	if err := session.Unsubscribe(t.Context(), &sdk.UnsubscribeParams{URI: "notice://board"}); err != nil {
		t.Error(err)
	}
	if err := subscribe("diary://mine"); err != nil {
		t.Errorf("after the other one has ended: %v", err)
	}
}

func TestClientsLearnOfOtherPromptsAndResources(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		library := newLibrary()
		prompts, resources := make(chan struct{}, 64), make(chan struct{}, 64)
		serve(t, mcp.Options{Backend: library, Offers: library}).connect(t, version, &sdk.ClientOptions{
			PromptListChangedHandler:   func(context.Context, *sdk.PromptListChangedRequest) { prompts <- struct{}{} },
			ResourceListChangedHandler: func(context.Context, *sdk.ResourceListChangedRequest) { resources <- struct{}{} },
		})
		changes := 0
		until(t, prompts, func() {
			changes++
			added := &mcp.Prompt{Name: "z" + strings.Repeat("z", changes)}
			library.set(func() { library.prompts = append(slices.Clip(library.prompts), added) })
		})
		until(t, resources, func() {
			changes++
			added := &mcp.Resource{URI: "z://" + strings.Repeat("z", changes), Name: "z"}
			library.set(func() { library.resources = append(slices.Clip(library.resources), added) })
		})
	})
}
