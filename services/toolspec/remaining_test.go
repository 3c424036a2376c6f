package toolspec_test

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
)

// A caller learns at once of everything that is wrong, be it of the shape or of the values.
func TestEverythingWrongIsSaidAtOnce(t *testing.T) {
	for _, tc := range []struct {
		name, arguments, want string
		request               proto.Message
	}{
		{"an old name and an empty command", `{"name":"pdf","command":""}`,
			"name: Unrecognized key(s) in object: 'name'\ncommand: Skill name cannot be empty", &skillsv1.SkillRequest{}},
		{"what is required is missed once", `{"name":"pdf"}`,
			"name: Unrecognized key(s) in object: 'name'\ncommand: Required", &skillsv1.SkillRequest{}},
		{"of a value of the wrong type there is no more to say", `{"command":7}`,
			"command: Expected string, received number", &skillsv1.SkillRequest{}},
		{"several", `{"title":7,"priority":"urgent","masjid_id":0,"x":1}`, "title: Expected string, received number\n" +
			"x: Unrecognized key(s) in object: 'x'\npriority: Expected one of: low, medium, high\n" +
			"masjid_id: Number must be greater than or equal to 1", &tasksv1.CreateTaskRequest{}},
		{"texts are trimmed first", `{"title":"  ","x":1}`,
			"x: Unrecognized key(s) in object: 'x'\ntitle: Must not be empty", &tasksv1.CreateTaskRequest{}},
		{"what is given twice counts not at all", `{"title":"a","title":"","priority":""}`,
			"title: Duplicate key in object: 'title'\npriority: Expected one of: low, medium, high", &tasksv1.CreateTaskRequest{}},
		{"no JSON", `{"command":"",`, ": Malformed JSON: unexpected end of text", &skillsv1.SkillRequest{}},
		{"no object", `[]`, ": Expected object, received array", &skillsv1.SkillRequest{}},
		{"nothing at all", ``, "command: Required", &skillsv1.SkillRequest{}},
		{"nothing wrong with the shape", `{"command":""}`, "", &skillsv1.SkillRequest{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			checker, err := toolspec.NewChecker(tc.request.ProtoReflect().Descriptor())
			if err != nil {
				t.Fatal(err)
			}
			found := checker.Check([]byte(tc.arguments))
			if got := spell(toolspec.WithRules(tc.request, []byte(tc.arguments), found)); got != tc.want {
				t.Errorf("%s\n got %q\nwant %q", tc.arguments, got, tc.want)
			}
		})
	}
}

// Whatever was sent, what was found stays as it is, and what is added is about other members.
func FuzzWithRules(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `[]`, `{"title":7,"priority":"urgent"}`, `{"title":"","title":1}`, `{"x.y":1,"priority":""}`, `{"\u0074itle":"","x":1}`,
		`{"title":"a","masjid_id":0,"masjid_id[":2}`, `{"":1,"title":""}`, `{"title":"\ud800","x":1}`, `{"Title":"a","linkedPrayer":"Fajr"}`,
	} {
		f.Add(seed)
	}
	checker, err := toolspec.NewChecker((*tasksv1.CreateTaskRequest)(nil).ProtoReflect().Descriptor())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		found := checker.Check([]byte(arguments))
		all := toolspec.WithRules(&tasksv1.CreateTaskRequest{}, []byte(arguments), found)
		if len(all) < len(found) || !slices.Equal(all[:len(found)], found) {
			t.Fatalf("%q: %v became %v", arguments, found, all)
		}
		for _, added := range all[len(found):] {
			if added.Field == "" || slices.ContainsFunc(found, func(v apperr.Violation) bool { return v.Field == added.Field }) {
				t.Errorf("%q: %v is said besides %v", arguments, added, found)
			}
		}
	})
}
