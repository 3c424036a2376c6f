package agreement_test

import (
	"flag"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/salaatflow/platform/proto/descriptors"
	_ "github.com/salaatflow/platform/proto/salaatflow/hadith/v1" // whose messages are checked
	_ "github.com/salaatflow/platform/proto/salaatflow/masjid/v1" // whose messages are checked
	_ "github.com/salaatflow/platform/proto/salaatflow/skills/v1" // whose messages are checked
	_ "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"  // whose messages are checked
	_ "github.com/salaatflow/platform/proto/salaatflow/users/v1"  // whose messages are checked
	"github.com/salaatflow/platform/services/toolspec"
)

var (
	tries = flag.Int("arguments", 5_000, "how many arguments are tried of our tools, and of generated ones")
	seed  = flag.Uint64("seed", 0, "what the arguments and tools are made of")
)

// ownTools are the platform's tools.
func ownTools(t testing.TB) []*subject {
	t.Helper()
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	var subjects []*subject
	for _, tool := range tools {
		linked, err := protoregistry.GlobalTypes.FindMessageByName(tool.Method().Input().FullName())
		if err != nil {
			t.Fatal(err)
		}
		empty := func() proto.Message { return linked.New().Interface() }
		subjects = append(subjects, newSubject(t, tool, protovalidate.GlobalValidator, empty))
	}
	return subjects
}

// What the schema of one of the platform's tools accepts, its rules do, and the other way round.
func TestOurSchemasAndRulesAgree(t *testing.T) {
	said := readUnsaid(t)
	subjects := ownTools(t)
	accepted := make([]int, len(subjects))
	for i := range uint64(*tries) {
		at := int(i % uint64(len(subjects)))
		one := subjects[at]
		raw := newArguments(*seed + i).object(one.tool.Method().Input())
		differ, ok := one.disagreement([]byte(raw), said)
		if differ != "" {
			t.Errorf("%s, made of %d: %s: %s", one.tool.Name, *seed+i, raw, differ)
		}
		if ok {
			accepted[at]++
		}
	}
	for i, one := range subjects {
		t.Logf("%s: %d of %d accepted", one.tool.Name, accepted[i], *tries/len(subjects))
		if accepted[i] < *tries/len(subjects)/50 {
			t.Errorf("%s: too few of the arguments are accepted to say much: %d of %d", one.tool.Name, accepted[i], *tries/len(subjects))
		}
	}
}

func FuzzOurSchemasAndRulesAgree(f *testing.F) {
	said := readUnsaid(f)
	subjects := ownTools(f)
	f.Add(uint64(1), uint16(0))
	f.Fuzz(func(t *testing.T, seed uint64, which uint16) {
		one := subjects[int(which)%len(subjects)]
		raw := newArguments(seed).object(one.tool.Method().Input())
		if differ, _ := one.disagreement([]byte(raw), said); differ != "" {
			t.Errorf("%s: %s: %s", one.tool.Name, raw, differ)
		}
	})
}
