package resolution_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

const (
	manyTools  = 1000
	manySkills = 200
)

// large returns 1,000 tools in 50 categories and 200 skills, each of which asks for 8 categories and 4 tools by name
// and has 5 overrides.
func large(t testing.TB, rules string) resolution.Input {
	t.Helper()
	input := resolution.Input{Policy: readPolicy(t, rules)}
	for i := range manyTools {
		input.Tools = append(input.Tools, &policy.Tool{
			Name: fmt.Sprintf("tool_%04d", i), Categories: []string{fmt.Sprintf("category_%02d", i%50)}, Origin: "model",
			Destructive: i%7 == 0,
		})
	}
	var entries []*skills.Entry
	var made []skills.Override
	for i := range manySkills {
		skill := &skills.Skill{Name: fmt.Sprintf("skill-%03d", i), Location: skills.LocationProject}
		for j := range 8 {
			skill.Permissions = append(skill.Permissions, fmt.Sprintf("category_%02d", (i+j*6)%50))
		}
		for j := range 4 {
			skill.Permissions = append(skill.Permissions, fmt.Sprintf("tool_%04d", (i*5+j*211)%manyTools))
		}
		for j := range 5 {
			action := skills.Allow
			if j%2 == 0 {
				action = skills.Deny
			}
			made = append(made, skills.Override{
				ID: int32(len(made) + 1), Skill: skill.Name, Tool: fmt.Sprintf("tool_%04d", (i*3+j*97)%manyTools), Action: action,
			})
		}
		entries = append(entries, &skills.Entry{Name: skill.Name, State: skills.StateReady, Skill: skill})
	}
	input.Skills, input.Overrides = skills.NewCollection(entries), overrides.NewList(made)
	return input
}

var names = func() []string {
	var names []string
	for i := range manySkills {
		names = append(names, fmt.Sprintf("Skill-%03d", i))
	}
	return names
}()

func BenchmarkResolve(b *testing.B) {
	snapshot := resolution.Build(large(b, ""))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if result, found := snapshot.Resolve(names[i%manySkills], policy.Caller{}); !found || len(result.Tools) < 100 {
			b.Fatal("not resolved")
		}
	}
}

// BenchmarkResolveForCaller uses a policy that depends on the caller's role.
func BenchmarkResolveForCaller(b *testing.B) {
	snapshot := resolution.Build(large(b, "rules: [{name: a, allow: 'caller.role == \"admin\" || !tool.destructive'}]"))
	for _, name := range names {
		snapshot.Resolve(name, policy.Caller{UserID: 2}) // after a change, the first caller of a role asks the policy
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if result, found := snapshot.Resolve(names[i%manySkills], policy.Caller{UserID: 1}); !found || len(result.Tools) < 100 {
			b.Fatal("not resolved")
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	input := large(b, "")
	b.ReportAllocs()
	for b.Loop() {
		resolution.Build(input)
	}
}

// A resolution takes at most 10 µs with 1,000 tools and 200 skills, and allocates only for a name in another case.
func TestAResolutionIsALookup(t *testing.T) {
	snapshot := resolution.Build(large(t, ""))
	best := time.Hour // the best of several rounds, because other programs run here too
	for range 20 {
		began := time.Now()
		for _, name := range names {
			snapshot.Resolve(name, policy.Caller{UserID: 1})
		}
		best = min(best, time.Since(began)/manySkills)
	}
	if best > 10*time.Microsecond {
		t.Errorf("a resolution takes %s", best)
	}
	t.Logf("a resolution takes %s", best)
	if made := testing.AllocsPerRun(100, func() { snapshot.Resolve("skill-007", policy.Caller{}) }); made > 0 {
		t.Errorf("it allocates %v times", made)
	}
}
