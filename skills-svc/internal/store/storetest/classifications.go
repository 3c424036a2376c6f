package storetest

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/skills-svc/internal/classification"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// begin is when the tests of classifications begin.
var begin = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// lease is how long a turn lasts in tests.
const lease = time.Minute

var sow = classification.Ref{Tool: "sow", Hash: "1"}

// Classifications is the suite of classification.Store. fresh returns an empty store.
func Classifications(t *testing.T, fresh func(t *testing.T) classification.Store) {
	for name, test := range map[string]func(*testing.T, classification.Store){
		"an opinion is stored as given":                        opinionKept,
		"opinions stand beside each other":                     opinionsBesideEachOther,
		"opinions that nobody needs are removed":               opinionsReplaced,
		"many definitions are read at once":                    manyRecords,
		"an administrator's opinion is withdrawn":              withdrawn,
		"a turn is given to one":                               oneTurn,
		"a turn is given to one of many at once":               oneTurnOfMany,
		"a turn that is over is given to another":              turnOver,
		"a question that was put off waits":                    turnPutOff,
		"an answered question is not asked again, unless told": turnAgain,
		"a bad answer removes what the model said":             badAnswer,
		"only the holder of a turn settles the question":       noTurn,
		"the revision grows with each change":                  revised,
	} {
		t.Run(name, func(t *testing.T) { test(t, fresh(t)) })
	}
}

func opinion(ref classification.Ref, origin skills.Origin, categories ...string) classification.Opinion {
	return classification.Opinion{Ref: ref, Origin: origin, Categories: append([]string{}, categories...), At: begin}
}

func records(t *testing.T, store classification.Store, refs ...classification.Ref) map[classification.Ref]classification.Record {
	t.Helper()
	read, err := store.Records(t.Context(), refs)
	if err != nil {
		t.Fatal(err)
	}
	found := map[classification.Ref]classification.Record{}
	for _, record := range read {
		if _, twice := found[record.Ref]; twice {
			t.Errorf("%v is there twice", record.Ref)
		}
		found[record.Ref] = record
	}
	return found
}

func wantOpinions(t *testing.T, store classification.Store, ref classification.Ref, want ...classification.Opinion) {
	t.Helper()
	opinions := map[skills.Origin]classification.Opinion{}
	for _, o := range want {
		opinions[o.Origin] = o
	}
	got := records(t, store, ref)[ref].Opinions
	if len(got) != len(opinions) || (len(got) > 0 && !reflect.DeepEqual(got, opinions)) {
		t.Errorf("of %v is kept\n%+v, want\n%+v", ref, got, opinions)
	}
}

func keep(t *testing.T, store classification.Store, opinions ...classification.Opinion) {
	t.Helper()
	if err := store.Note(t.Context(), opinions); err != nil {
		t.Fatal(err)
	}
}

func claim(
	t *testing.T, store classification.Store, ref classification.Ref, holder string, now time.Time, again bool,
) classification.Claim {
	t.Helper()
	got, err := store.Claim(t.Context(), ref, holder, now, lease, again)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func settle(
	t *testing.T, store classification.Store, holder string, outcome classification.Outcome, opinions ...classification.Opinion,
) bool {
	t.Helper()
	settled, err := store.Settle(t.Context(), sow, holder, outcome, opinions)
	if err != nil {
		t.Fatal(err)
	}
	return settled
}

func opinionKept(t *testing.T, store classification.Store) {
	wantOpinions(t, store, sow)
	full := opinion(sow, skills.OriginModel, "task_read", "task_write")
	full.Model, full.By = "a model of some name/1:2", 7
	keep(t, store, full)
	wantOpinions(t, store, sow, full)
	none := opinion(sow, skills.OriginModel)
	keep(t, store, none)
	wantOpinions(t, store, sow, none)
}

func opinionsBesideEachOther(t *testing.T, store classification.Store) {
	changed := classification.Ref{Tool: "sow", Hash: "2"}
	first, second := opinion(sow, skills.OriginModel, "a"), opinion(sow, skills.OriginAdmin, "b")
	other := opinion(changed, skills.OriginModel, "c")
	another := opinion(classification.Ref{Tool: "reap", Hash: "1"}, skills.OriginModel, "d")
	keep(t, store, first, second, other, another)
	wantOpinions(t, store, sow, first, second)
	wantOpinions(t, store, changed, other)
	wantOpinions(t, store, another.Ref, another)
}

func opinionsReplaced(t *testing.T, store classification.Store) {
	changed := classification.Ref{Tool: "sow", Hash: "2"}
	model := opinion(sow, skills.OriginModel, "a")
	keep(t, store, model, opinion(sow, skills.OriginMap, "b"), opinion(sow, skills.OriginDeclared, "c"), opinion(sow, skills.OriginNone))
	mapped := opinion(changed, skills.OriginMap, "b")
	keep(t, store, mapped)
	wantOpinions(t, store, sow, model, opinion(sow, skills.OriginDeclared, "c"), opinion(sow, skills.OriginNone))
	wantOpinions(t, store, changed, mapped)
}

func manyRecords(t *testing.T, store classification.Store) {
	const tools = 450
	var refs []classification.Ref
	var opinions []classification.Opinion
	for i := range tools {
		ref := classification.Ref{Tool: fmt.Sprintf("tool_%d", i), Hash: "1"}
		refs = append(refs, ref, classification.Ref{Tool: ref.Tool, Hash: "2"})
		opinions = append(opinions, opinion(ref, skills.OriginModel, "a"), opinion(ref, skills.OriginMap, "b"))
	}
	keep(t, store, opinions...)
	found := records(t, store, refs...)
	if len(found) != tools {
		t.Errorf("%d are found, want %d", len(found), tools)
	}
	for ref, record := range found {
		if ref.Hash != "1" || len(record.Opinions) != 2 {
			t.Errorf("found %+v", record)
		}
	}
	if got := records(t, store); len(got) != 0 {
		t.Errorf("of no definition is found %v", got)
	}
}

func withdrawn(t *testing.T, store classification.Store) {
	changed := classification.Ref{Tool: "sow", Hash: "2"}
	said, other := opinion(sow, skills.OriginAdmin, "a"), opinion(changed, skills.OriginAdmin, "a")
	keep(t, store, said, other)
	if err := store.Withdraw(t.Context(), sow); err != nil {
		t.Fatal(err)
	}
	said.Withdrawn = true
	wantOpinions(t, store, sow, said)
	wantOpinions(t, store, changed, other)
	said.Withdrawn = false
	keep(t, store, said)
	wantOpinions(t, store, sow, said)
	if err := store.Withdraw(t.Context(), classification.Ref{Tool: "nobody", Hash: "1"}); err != nil {
		t.Errorf("where nobody said anything: %v", err)
	}
}

func oneTurn(t *testing.T, store classification.Store) {
	if got := claim(t, store, sow, "one", begin, false); !got.Granted || got.Attempts != 1 {
		t.Fatalf("the first claim is %+v", got)
	}
	for _, again := range []bool{false, true} {
		got := claim(t, store, sow, "other", begin.Add(lease-time.Millisecond), again)
		if got.Granted || !got.Held || !got.Until.Equal(begin.Add(lease)) || got.Outcome != classification.Open {
			t.Errorf("the second claim (again: %t) is %+v", again, got)
		}
	}
	if got := claim(t, store, classification.Ref{Tool: "sow", Hash: "2"}, "other", begin, false); !got.Granted {
		t.Errorf("the claim of another definition is %+v", got)
	}
	if got := records(t, store, sow)[sow]; got.Outcome != classification.Open || len(got.Opinions) != 0 {
		t.Errorf("meanwhile the record is %+v", got)
	}
}

func oneTurnOfMany(t *testing.T, store classification.Store) {
	const claimants = 16
	var granted atomic.Int32
	var group sync.WaitGroup
	for i := range claimants {
		group.Go(func() {
			got, err := store.Claim(t.Context(), sow, fmt.Sprint(i), begin, lease, i%2 == 0)
			if err != nil {
				t.Error(err)
			}
			if got.Granted {
				granted.Add(1)
			}
		})
	}
	group.Wait()
	if got := granted.Load(); got != 1 {
		t.Fatalf("%d turns are given at once", got)
	}
}

func turnOver(t *testing.T, store classification.Store) {
	claim(t, store, sow, "one", begin, false)
	if got := claim(t, store, sow, "other", begin.Add(lease), false); !got.Granted || got.Attempts != 2 {
		t.Fatalf("the claim after the turn is %+v", got)
	}
	if settle(t, store, "one", classification.Answered, opinion(sow, skills.OriginModel, "late")) {
		t.Error("who was too late settles it")
	}
	answer := opinion(sow, skills.OriginModel, "a")
	if !settle(t, store, "other", classification.Answered, answer) {
		t.Error("whose turn it is does not settle it")
	}
	wantOpinions(t, store, sow, answer)
}

func turnPutOff(t *testing.T, store classification.Store) {
	claim(t, store, sow, "one", begin, false)
	later := begin.Add(time.Hour)
	if err := store.Release(t.Context(), sow, "other", begin); err != nil {
		t.Fatal(err)
	}
	if got := claim(t, store, sow, "other", begin, false); got.Granted {
		t.Error("somebody else ended the turn")
	}
	if err := store.Release(t.Context(), sow, "one", later); err != nil {
		t.Fatal(err)
	}
	got := claim(t, store, sow, "other", later.Add(-time.Millisecond), false)
	if got.Granted || got.Held || !got.Until.Equal(later) || got.Attempts != 1 {
		t.Errorf("before it may be asked the claim is %+v", got)
	}
	if got := claim(t, store, sow, "other", later, false); !got.Granted || got.Attempts != 2 {
		t.Errorf("when it may be asked the claim is %+v", got)
	}
	if err := store.Release(t.Context(), sow, "other", later.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := claim(t, store, sow, "one", later, true); !got.Granted {
		t.Errorf("an administrator's claim is %+v", got)
	}
}

func turnAgain(t *testing.T, store classification.Store) {
	claim(t, store, sow, "one", begin, false)
	answer := opinion(sow, skills.OriginModel, "a")
	settle(t, store, "one", classification.Answered, answer)
	if got := records(t, store, sow)[sow].Outcome; got != classification.Answered {
		t.Errorf("the outcome is %q", got)
	}
	if got := claim(t, store, sow, "one", begin.Add(time.Hour), false); got.Granted || got.Held || got.Outcome != classification.Answered {
		t.Errorf("the claim of an answered question is %+v", got)
	}
	if got := claim(t, store, sow, "one", begin, true); !got.Granted || got.Attempts != 1 {
		t.Fatalf("the claim to ask again is %+v", got)
	}
	if got := claim(t, store, sow, "other", begin, false); got.Granted {
		t.Errorf("while it is asked again the claim is %+v", got)
	}
	if err := store.Release(t.Context(), sow, "one", begin); err != nil {
		t.Fatal(err)
	}
	if got := claim(t, store, sow, "other", begin, false); got.Granted || got.Outcome != classification.Answered {
		t.Errorf("after asking again in vain the claim is %+v", got)
	}
	wantOpinions(t, store, sow, answer)
}

func badAnswer(t *testing.T, store classification.Store) {
	claim(t, store, sow, "one", begin, false)
	settle(t, store, "one", classification.Answered, opinion(sow, skills.OriginModel, "a"))
	claim(t, store, sow, "one", begin, true)
	none := opinion(sow, skills.OriginNone)
	settle(t, store, "one", classification.BadAnswer, none)
	wantOpinions(t, store, sow, none)
	if got := claim(t, store, sow, "one", begin.Add(time.Hour), false); got.Granted || got.Outcome != classification.BadAnswer {
		t.Errorf("after a bad answer the claim is %+v", got)
	}
}

func noTurn(t *testing.T, store classification.Store) {
	if settle(t, store, "one", classification.Answered, opinion(sow, skills.OriginModel, "a")) {
		t.Error("a question that nobody claimed is settled")
	}
	if settle(t, store, "", classification.BadAnswer) {
		t.Error("nobody settles a question")
	}
	wantOpinions(t, store, sow)
}

func revised(t *testing.T, store classification.Store) {
	revision := func() int64 {
		t.Helper()
		n, err := store.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	last := revision()
	for what, change := range map[string]func(){
		"note":     func() { keep(t, store, opinion(sow, skills.OriginAdmin, "a")) },
		"withdraw": func() { _ = store.Withdraw(t.Context(), sow) },
		"settle": func() {
			claim(t, store, sow, "one", begin, true)
			settle(t, store, "one", classification.BadAnswer)
		},
	} {
		change()
		if next := revision(); next <= last {
			t.Errorf("%s: the revision goes from %d to %d", what, last, next)
		} else {
			last = next
		}
	}
}
