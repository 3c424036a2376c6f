package api_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jonboulle/clockwork"
	"go.opentelemetry.io/otel/metric/noop"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/proto/descriptors"
	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/activations"
	"github.com/salaatflow/platform/skills-svc/internal/api"
	"github.com/salaatflow/platform/skills-svc/internal/library"
	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// nothing is a registry without tools, and without classifications.
type nothing struct{}

func (nothing) Current() *catalog.Catalog                        { return catalog.New(0, nil, nil) }
func (nothing) Of(string) (skills.Classification, bool)          { return skills.Classification{}, false }
func (nothing) Subscribe() (changed <-chan struct{}, end func()) { return nil, func() {} }

func newServer(t testing.TB, files fstest.MapFS) (*api.Server, *library.Library) {
	t.Helper()
	clock := clockwork.NewRealClock()
	read, err := library.New(library.Options{
		Roots: []library.Root{{Location: skills.LocationProject, Files: files}},
		Clock: clock, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	read.Load(t.Context())
	rules, err := policy.Default()
	if err != nil {
		t.Fatal(err)
	}
	counted, err := activations.New(noop.NewMeterProvider())
	if err != nil {
		t.Fatal(err)
	}
	said := overrides.New(overrides.Options{})
	resolver, err := resolution.New(resolution.Options{
		Library: read, Registry: nothing{}, Classifications: nothing{}, Overrides: said, Policy: rules, Clock: clock,
		Meters: noop.NewMeterProvider(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return api.New(api.Parts{
		Library: read, Registry: nothing{}, Overrides: said, Activations: counted, Resolver: resolver,
	}), read
}

func skillFile(name string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("---\nname: " + name + "\ndescription: b\npermissions: [task_read]\n---\nDo it.")}
}

// A skill that is listed can be resolved at once, even before anybody has prepared its tools.
func TestASkillIsResolvedAsSoonAsItIsListed(t *testing.T) {
	files := fstest.MapFS{}
	server, read := newServer(t, files)
	files["pdf/SKILL.md"] = skillFile("pdf")
	read.Load(t.Context())
	resolved, err := server.ResolveTools(t.Context(), &skillsv1.ResolveToolsRequest{Name: "pdf"})
	if err != nil || resolved.GetSkillName() != "pdf" || len(resolved.GetUnmatchedPermissions()) != 1 {
		t.Errorf("%v, %v", resolved, err)
	}
}

// Whatever arguments a caller sends, the answer says what is wrong with them, or is the skill that was named.
func FuzzCommand(f *testing.F) {
	services, err := descriptors.Services(skillsv1.SkillService_ServiceDesc.ServiceName)
	if err != nil {
		f.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		f.Fatal(err)
	}
	skill := tools[slices.IndexFunc(tools, func(tool *toolspec.Tool) bool { return tool.Name == toolnames.Skill })]
	server, _ := newServer(f, fstest.MapFS{"pdf/SKILL.md": skillFile("pdf")})
	for _, seed := range []string{
		``, `{}`, `{"command":""}`, `{"command":"PDF"}`, `{"command":"pdf\u0000"}`, `{"command":7}`, `{"name":"pdf"}`,
		`{"command":"../pdf"}`, `{"command":"pdf","command":"x"}`, `{"command":"pdf","x":1}`, `{"Command":"pdf"}`, `[`, `{"command":"\ud800"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		violations := skill.CheckArguments([]byte(arguments))
		for _, v := range violations {
			if v.Message == "" {
				t.Errorf("%q: a violation without words: %+v", arguments, v)
			}
		}
		if len(violations) > 0 {
			return
		}
		var request skillsv1.SkillRequest
		if err := protojson.Unmarshal([]byte(arguments), &request); err != nil {
			t.Skip() // such as half a surrogate, which the gateway refuses too
		}
		answer, err := server.Skill(t.Context(), &request)
		named := strings.EqualFold(request.GetCommand(), "pdf")
		if (err == nil) != named || named && answer.GetSkill().GetName() != "pdf" {
			t.Errorf("%q: %v, %v", arguments, answer, err)
		}
		if err != nil && !json.Valid([]byte(arguments)) {
			t.Errorf("%q is not JSON", arguments)
		}
	})
}

// Nobody reads five hundred names: whoever asks with words of the task is told first what fits them.
func TestAnUnknownNameIsAnsweredWithTheSkillsThatFit(t *testing.T) {
	files := fstest.MapFS{}
	for i := range 500 {
		name := fmt.Sprintf("skill-%03d", i)
		files[name+"/SKILL.md"] = skillFile(name)
	}
	files["zakat/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nname: zakat\ndescription: Reckons alms from savings.\n---\nDo it.")}
	server, _ := newServer(t, files)
	for _, asked := range []string{"zakat-2026", "savings and gold"} {
		_, err := server.Skill(t.Context(), &skillsv1.SkillRequest{Command: proto.String(asked)})
		if err == nil || !strings.Contains(err.Error(), "available are zakat, skill-000, ") || !strings.Contains(err.Error(), " and 451 more") {
			t.Errorf("%q: %v", asked, err)
		}
	}
}
