package toolsearch_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

func finderOf(t testing.TB, definitions ...*catalog.Definition) (*toolsearch.Finder, *registry) {
	t.Helper()
	known := &registry{now: catalogueOf(definitions...)}
	finder, err := toolsearch.New(known)
	if err != nil {
		t.Fatal(err)
	}
	return finder, known
}

func TestAToolIsFoundAsLongAsItIsRegistered(t *testing.T) {
	weather := serviceOf(t, "weather", []described{{Name: "get_weather", Title: "Weather", Description: "Tells the weather of a place."}})
	finder, known := finderOf(t, platform(t)...)
	find := func() []string { return namesOf(finder.Find("kal barish hogi kya", 5, anyone)) }
	if found := find(); slices.Contains(found, "get_weather") {
		t.Errorf("found %v before it was registered", found)
	}
	known.now = catalogueOf(append(platform(t), weather)...)
	if found := find(); len(found) == 0 || found[0] != "get_weather" {
		t.Errorf("found %v", found)
	}
	known.now = catalogueOf(platform(t)...)
	if found := find(); slices.Contains(found, "get_weather") {
		t.Errorf("found %v after it was gone", found)
	}
	for range 5 { // so many that the index is made anew
		known.now = catalogueOf(weather)
		if found := find(); !slices.Equal(found, []string{"get_weather"}) {
			t.Errorf("found %v", found)
		}
		known.now = catalogueOf(platform(t)...)
		if found := namesOf(finder.Find("mark the task as completed", 1, anyone)); !slices.Equal(found, []string{toolnames.CompleteTask}) {
			t.Errorf("found %v", found)
		}
	}
}

func TestWhatACallerMayNotCallIsNotFound(t *testing.T) {
	finder, _ := finderOf(t, platform(t)...)
	found := finder.Find("create a task", 20, toolsearch.Caller{May: func(m *access.Method) bool { return m.Name != toolnames.CreateTask }})
	if names := namesOf(found); slices.Contains(names, toolnames.CreateTask) || !slices.Contains(names, toolnames.UpdateTask) {
		t.Errorf("found %v", names)
	}
	if found := finder.Find("create a task", 20, toolsearch.Caller{May: func(*access.Method) bool { return false }}); len(found) != 0 {
		t.Errorf("found %v", namesOf(found))
	}
}

// Who knows a tool by name finds it before all others, and still none that they may not call.
func TestAToolIsFoundByItsName(t *testing.T) {
	finder, known := finderOf(t, platform(t)...)
	for _, tool := range known.now.Tools() {
		for _, name := range append([]string{tool.Name}, tool.Aliases...) {
			for _, limit := range []int{1, 5} {
				found := namesOf(finder.Find(name, limit, anyone))
				if len(found) > limit || found[0] != tool.Name || slices.Contains(found[1:], tool.Name) {
					t.Errorf("%s finds %v", name, found)
				}
			}
		}
		others := finder.Find(tool.Name, 5, toolsearch.Caller{May: func(m *access.Method) bool { return m.Name != tool.Name }})
		if slices.Contains(namesOf(others), tool.Name) {
			t.Errorf("who may not call %s finds it", tool.Name)
		}
	}
}

func TestTheOrderIsTheSameForAnyLimit(t *testing.T) {
	var tools []described
	for i := range 250 {
		tools = append(tools, described{Name: "sow_" + string(rune('a'+i/26)) + string(rune('a'+i%26)), Title: "Sow", Description: "Sows seeds."})
	}
	finder, _ := finderOf(t, serviceOf(t, "garden", tools))
	all := namesOf(finder.Find("sow seeds", len(tools)+1, anyone))
	if len(all) != len(tools) {
		t.Fatalf("found %d of %d", len(all), len(tools))
	}
	if first := namesOf(finder.Find("sow seeds", 70, anyone)); !slices.Equal(first, all[:70]) {
		t.Errorf("found %v, want %v", first, all[:70])
	}
	last := all[len(all)-1]
	found := namesOf(finder.Find("sow seeds", 1, toolsearch.Caller{May: func(m *access.Method) bool { return m.Name == last }}))
	if !slices.Equal(found, []string{last}) {
		t.Errorf("found %v, want %s", found, last)
	}
}

func TestTextsThatSayNothingFindNothing(t *testing.T) {
	finder, _ := finderOf(t, platform(t)...)
	for _, text := range []string{"", "   ", "?!", "\xff\xfe", "the of", "xyzzyqqq", "ہے"} {
		if found := finder.Find(text, 5, anyone); len(found) != 0 {
			t.Errorf("%q found %v", text, namesOf(found))
		}
	}
}

func TestToolsAreSearchedWhileTheyChange(t *testing.T) {
	known := &registry{now: catalogueOf(platform(t)...)}
	weather := serviceOf(t, "weather", []described{{Name: "get_weather", Title: "Weather", Description: "Tells the weather of a place."}})
	var mu sync.Mutex // of what tests change
	shared, err := toolsearch.New(lockedRegistry{known, &mu})
	if err != nil {
		t.Fatal(err)
	}
	var searching sync.WaitGroup
	for range 4 {
		searching.Go(func() {
			for range 200 {
				if found := shared.Find("create a task", 1, anyone); len(found) != 1 || found[0].Name != toolnames.CreateTask {
					t.Errorf("found %v", namesOf(found))
					return
				}
			}
		})
	}
	for i := range 100 {
		definitions := platform(t)
		if i%2 == 0 {
			definitions = append(slices.Clone(definitions), weather)
		}
		mu.Lock()
		known.now = catalogueOf(definitions...)
		mu.Unlock()
	}
	searching.Wait()
}

// lockedRegistry is a registry that is changed while it is asked.
type lockedRegistry struct {
	*registry
	mu *sync.Mutex
}

func (r lockedRegistry) Current() *catalog.Catalog {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.registry.Current()
}
