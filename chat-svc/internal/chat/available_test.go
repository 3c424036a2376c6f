package chat_test

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/jonboulle/clockwork"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto/descriptors"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/store"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolspec"
)

func definitionOf(t *testing.T, service, grpcService string, files *descriptorpb.FileDescriptorSet) *catalog.Definition {
	t.Helper()
	d, err := catalogtest.NewDefinition(service, "1.0.0", []string{grpcService}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func ofPlatform(t *testing.T, service, grpcService string) *catalog.Definition {
	t.Helper()
	files, err := descriptors.Set(grpcService)
	if err != nil {
		t.Fatal(err)
	}
	return definitionOf(t, service, grpcService, files)
}

// somebodyElses is the service of the example, which the platform was not built with.
func somebodyElses(t *testing.T) *catalog.Definition {
	t.Helper()
	return definitionOf(t, "goals-svc", "goals.v1.GoalService", filesOfSomebodyElse(t))
}

func filesOfSomebodyElse(t *testing.T) *descriptorpb.FileDescriptorSet {
	t.Helper()
	text, err := os.ReadFile("../../../examples/goals-go/proto/goals.binpb")
	if err != nil {
		t.Fatal(err)
	}
	files := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(text, files); err != nil {
		t.Fatal(err)
	}
	return files
}

// registered is a chat that knows tasks-svc and goals-svc, whose hadith-svc is away, and whose goals-svc may be.
type registered struct {
	*chat.Chat
	model *modeltest.Server
	calls []string // the tools that were called
}

func newRegistered(t *testing.T, policy string, goals bool) *registered {
	t.Helper()
	return newRegisteredOf(t, policy, goals, somebodyElses(t))
}

func newRegisteredOf(t *testing.T, policy string, goals bool, others *catalog.Definition) *registered {
	t.Helper()
	r := &registered{model: modeltest.Start(t)}
	hadith := ofPlatform(t, "hadith-svc", hadithv1.HadithService_ServiceDesc.ServiceName)
	there := []*catalog.Definition{ofPlatform(t, "tasks-svc", tasksv1.TaskService_ServiceDesc.ServiceName)}
	known := []*catalog.Definition{hadith, others}
	if goals {
		there = append(there, known[1])
	}
	var instances []catalog.Instance
	for _, d := range there {
		instances = append(instances, catalog.Instance{ID: d.Service, Service: d.Service, Address: "127.0.0.1:1", DefinitionHash: d.Hash})
	}
	table := routing.NewBuilder([]string{toolnames.GetDailyHadith, "add_memory"}, known, ownership.Default(),
		func(string) grpc.ClientConnInterface { return gone{} }).Build(&routing.Table{}, catalog.New(1, there, instances))
	rules, err := access.ReadRules([]byte(policy))
	if err != nil {
		t.Fatal(err)
	}
	understands, err := detector()
	if err != nil {
		t.Fatal(err)
	}
	model, err := languagemodel.New(languagemodel.Options{Config: r.model.Config()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	clock := clockwork.NewFakeClock()
	decider := access.New(rules, clock)
	r.Chat, err = chat.New(chat.Options{
		Detector: func() *detect.Detector { return understands },
		Routes:   func() *routing.Table { return table }, Access: decider, Profiles: profiles{},
		Caller: deciding{r, decider, table}, Tasks: tasksv1.NewTaskServiceClient(gone{}), Model: model,
		Store: store.New(sqltest.SQLite().Open(t, store.Schema()), clock, conversation.Limits{}),
		Clock: clock, Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	r.learn(t)
	return r
}

// learn has the chat read the phrases of the registered tools.
func (r *registered) learn(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	changed, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		r.Follow(ctx, changed)
	}()
	changed <- struct{}{}
	cancel()
	<-done
}

// deciding calls no tool: it refuses as the tool client does, and answers for the rest that nobody is there.
type deciding struct {
	r       *registered
	decider *access.Decider
	table   *routing.Table
}

func (d deciding) Call(ctx context.Context, tool string, _ []byte) *toolresult.Result {
	d.r.calls = append(d.r.calls, tool)
	decision := d.decider.Decide(ctx, identity.FromContext(ctx), d.table.Lookup(tool).Access, nil)
	if err := decision.Err(); err != nil {
		return toolresult.FromError(err)
	}
	return toolresult.FromError(apperr.Unavailable("x"))
}

// asks is what a test expects of a turn that asks for something.
const asks = "a question"

const noMemories = "rules: [{name: none, reason: not here, allow: \"tool.name != 'add_memory' && tool.name != '" +
	toolnames.DeleteTask + "'\"}]"

// A language model is told of no tool that the person may not call or that nobody could answer, so that it proposes none.
func TestAModelIsOfferedWhatThePersonMayCallNow(t *testing.T) {
	for name, c := range map[string]struct {
		caller          identity.Caller
		policy          string
		offered, hidden []string
	}{
		"a user": {
			identity.Caller{UserID: 1, Role: identity.RoleUser}, "rules: []",
			[]string{toolnames.CreateTask, toolnames.DeleteTask, "add_memory"}, []string{toolnames.GetDailyHadith},
		},
		"by policy": {
			identity.Caller{UserID: 1, Role: identity.RoleUser}, noMemories,
			[]string{toolnames.CreateTask, "add_goal"}, []string{toolnames.DeleteTask, "add_memory", toolnames.GetDailyHadith},
		},
		"by scopes": {
			identity.Caller{UserID: 1, Role: identity.RoleUser, Scopes: identity.LimitTo("chat", "tasks:read")}, "rules: []",
			[]string{toolnames.ListTasks}, []string{toolnames.CreateTask, toolnames.DeleteTask, "add_memory"},
		},
		"nobody, who is then told to sign in": {
			identity.Caller{}, "rules: []", []string{toolnames.CreateTask, "add_memory"}, []string{toolnames.GetDailyHadith},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRegistered(t, c.policy, true)
			turn(identity.NewContext(t.Context(), c.caller), t, r.Chat, "zorp the florble quickly", "")
			if r.model.Calls() == 0 {
				t.Fatal("the model is not asked")
			}
			offered := slices.Collect(maps.Keys(r.model.Next().Tools))
			for _, tool := range c.offered {
				if !slices.Contains(offered, tool) {
					t.Errorf("%s is not offered among %v", tool, offered)
				}
			}
			for _, tool := range c.hidden {
				if slices.Contains(offered, tool) {
					t.Errorf("%s is offered", tool)
				}
			}
		})
	}
}

// Who may not call a tool, or could not be answered, is told so at once, and not asked for its parameters or to confirm it first;
// whether the person names it or a model proposes what it was not offered.
func TestARegisteredToolIsRefusedBeforeAnythingIsAsked(t *testing.T) {
	user := identity.Caller{UserID: 1, Role: identity.RoleUser}
	for name, c := range map[string]struct {
		caller  identity.Caller
		policy  string
		away    bool
		named   string // the error of who asks for the tool
		unasked string // the error when a model proposes it; a proposal of what it was not offered counts for nothing
	}{
		"who may":   {user, "rules: []", false, asks, asks},
		"by policy": {user, noMemories, false, "FORBIDDEN", ""},
		"by scopes": {identity.Caller{UserID: 1, Scopes: identity.LimitTo("chat", "tasks:read")}, "rules: []", false, "FORBIDDEN", ""},
		"nobody":    {identity.Caller{}, "rules: []", false, "AUTH_REQUIRED", "AUTH_REQUIRED"},
		"away":      {user, "rules: []", true, "NETWORK_ERROR", ""},
	} {
		for how, said := range map[string][2]string{"named": {"keep a memory", c.named}, "proposed": {"zorp the florble quickly", c.unasked}} {
			t.Run(name+" "+how, func(t *testing.T) {
				r := newRegistered(t, c.policy, !c.away)
				r.model.Always(modeltest.Call("add_memory", `{"text": "a"}`))
				answer := turn(identity.NewContext(t.Context(), c.caller), t, r.Chat, said[0], "")
				var got string
				switch {
				case answer.Asks != nil:
					got = asks
				case answer.Error != nil:
					got = *answer.Error
				}
				if got != said[1] || got == asks && len(r.calls) > 0 {
					t.Errorf("got %q, want %q: %+v, called %v", got, said[1], answer, r.calls)
				}
			})
		}
	}
}
