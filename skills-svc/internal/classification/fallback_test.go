package classification_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
	"github.com/salaatflow/platform/skills-svc/internal/classification"
)

// The map knows sow, and does not know dig.
var sowAndDig = catalogtest.Tools("sow", "dig")

func TestTheMapCountsWhenTheModelAnswersBadly(t *testing.T) {
	for name, reply := range map[string]modeltest.Reply{
		"nonsense":                   modeltest.Say("It digs."),
		"a category that is not":     modeltest.Select("garden_write", "fly"),
		"it refuses":                 modeltest.Refuse(),
		"no answer of the protocol":  modeltest.Body("application/json", "[]"),
		"more than it may answer":    modeltest.CutOff(`{"selected":["garden_read"]}`),
		"an answer larger than read": modeltest.Huge(2 << 20),
	} {
		t.Run(name, func(t *testing.T) {
			model := modeltest.Start(t)
			model.Always(reply)
			fake := clockwork.NewFakeClock()
			s := setup{database: sqliteFile(t), registry: offering(t, sowAndDig...), model: model.Config(), clock: fake}
			i := start(t, s)
			i.says(t, "sow", "map garden_write")
			i.says(t, "dig", "none")
			i.log.has("is not usable", 2)
			i.stop()
			model.Always(modeltest.Select("garden_read"))
			fake.Advance(30 * 24 * time.Hour)
			i = start(t, s)
			i.says(t, "sow", "map garden_write")
			i.says(t, "dig", "none")
			if got := model.Calls(); got != 2 {
				t.Errorf("it is asked %d times about two tools", got)
			}
			if got := i.Figures(); got.Pending != 0 || got.Tools != 2 {
				t.Errorf("figures are %+v", got)
			}
		})
	}
}

func TestTheModelIsAskedAgainWhenNoAnswerCame(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*modeltest.Server){
		"down":          func(s *modeltest.Server) { s.Down() },
		"slow":          func(s *modeltest.Server) { s.Always(modeltest.Hold(nil, nil)) },
		"failing":       func(s *modeltest.Server) { s.Always(modeltest.Fail(500)) },
		"overloaded":    func(s *modeltest.Server) { s.Always(modeltest.TooMany(time.Hour)) },
		"it breaks off": func(s *modeltest.Server) { s.Always(modeltest.HangUp()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := modeltest.Start(t)
			fail(model)
			fake := clockwork.NewFakeClock()
			s := setup{database: sqliteFile(t), registry: offering(t, sowAndDig...), model: model.Config(), clock: fake}
			if name == "slow" {
				s.model.Timeout = 5 * time.Second // long enough for the answer that comes at last
			}
			i := start(t, s)
			i.says(t, "sow", "map garden_write")
			i.log.has("asking again later", 2)
			if got := i.of("dig"); got != "" {
				t.Errorf("dig is %s though nobody knows", got)
			}
			if got := i.Figures(); got.Pending != 1 || got.ModelFailures != 2 || got.ModelCalls != 2 {
				t.Errorf("figures are %+v", got)
			}

			model.Always(modeltest.Select("weather_read"))
			if name == "down" {
				model.Up()
			}
			before := model.Calls()
			fake.Advance(5 * time.Second)
			waits(t, fake)
			if got := model.Calls(); got != before {
				t.Errorf("it is asked again at once, %d times", got-before)
			}
			fake.Advance(time.Hour)
			i.says(t, "sow", "model weather_read")
			i.says(t, "dig", "model weather_read")
			if got := model.Calls() - before; got != 2 {
				t.Errorf("it is asked %d times more about two tools", got)
			}
		})
	}
}

// waits waits until the loop waits for the clock, with its ticker and its timer.
func waits(t *testing.T, fake *clockwork.FakeClock) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
	defer cancel()
	must(t, fake.BlockUntilContext(ctx, 2))
}

func TestWaitsGrowWhileNoAnswerComes(t *testing.T) {
	model := modeltest.Start(t)
	model.Always(modeltest.Fail(503))
	fake := clockwork.NewFakeClock()
	i := start(t, setup{database: sqliteFile(t), registry: offering(t, catalogtest.Tools("dig")...), model: model.Config(), clock: fake})
	for n, wait := range []time.Duration{15, 30, 60, 120, 240, 480, 960, 1800, 1800} {
		i.log.has("asking again later", n+1)
		fake.Advance(wait*time.Second/2 + wait*time.Second/5) // shorter than what is left after the random part
		waits(t, fake)
		if got := model.Calls(); got != n+1 {
			t.Fatalf("after failure %d it is asked again before %d s", n+1, wait)
		}
		fake.Advance(wait * time.Second)
	}
	i.log.has("asking again later", 10)
}

func TestAToolThatDeclaresWhatItCanDoIsNotAskedAbout(t *testing.T) {
	model := modeltest.Start(t)
	declares := catalogtest.Tool{Name: "sow", Capabilities: []string{"weather_read", "fly"}}
	s := setup{database: sqliteFile(t), registry: offering(t, declares, catalogtest.Tool{Name: "dig"}), model: model.Config()}
	i := start(t, s)
	i.says(t, "dig", "model")
	i.says(t, "sow", "declared fly weather_read")
	if got := asked(t, model); got["sow"] != 0 || got["dig"] != 1 {
		t.Errorf("it is asked %v", got)
	}
	if got := i.Figures().Disagreements.DeclaredMap; got.Compared != 1 || got.Differ != 1 {
		t.Errorf("declared and map are compared as %+v", got)
	}
	declares.Capabilities = []string{"garden_write"} // the hash does not include them
	s.registry.offer(t, declares)
	i.says(t, "sow", "declared garden_write")
	declares.Capabilities = nil
	s.registry.offer(t, declares)
	i.says(t, "sow", "model")
}

func TestWithoutAModelTheMapCounts(t *testing.T) {
	s := setup{database: sqliteFile(t), registry: offering(t, sowAndDig...)}
	i := start(t, s)
	i.says(t, "sow", "map garden_write")
	i.says(t, "dig", "none")
	i.stop()

	model := modeltest.Start(t) // one that is configured later
	model.Always(modeltest.Select("weather_read"))
	s.model = model.Config()
	i = start(t, s)
	i.says(t, "dig", "model weather_read")
	i.says(t, "sow", "model weather_read")
	if got := i.Figures().Disagreements.ModelMap; got.Compared != 1 || got.Differ != 1 {
		t.Errorf("model and map are compared as %+v", got)
	}
}

func TestAToolThatLeavesIsForgottenAndKnownWhenItReturns(t *testing.T) {
	model := modeltest.Start(t)
	s := setup{database: sqliteFile(t), registry: offering(t, sowAndDig...), model: model.Config()}
	i := start(t, s)
	i.says(t, "dig", "model")
	i.says(t, "sow", "model")
	s.registry.offer(t, catalogtest.Tools("dig")...)
	i.says(t, "sow", "")
	if got := i.Figures(); got.Tools != 1 {
		t.Errorf("figures are %+v", got)
	}
	s.registry.offer(t, sowAndDig...)
	i.says(t, "sow", "model")
	if got := model.Calls(); got != 2 {
		t.Errorf("the model is asked %d times", got)
	}
}

func TestTheTurnOfAnInstanceThatDiedPasses(t *testing.T) {
	model := modeltest.Start(t)
	fake := clockwork.NewFakeClock()
	s := setup{
		database: sqliteFile(t), registry: offering(t, catalogtest.Tools("dig")...), model: model.Config(), clock: fake,
		store: func(kept classification.Store) classification.Store {
			tool := offering(t, catalogtest.Tools("dig")...).Current().Lookup("dig")
			ref := classification.Ref{Tool: "dig", Hash: classification.HashOf(tool.Tool)}
			claim, err := kept.Claim(t.Context(), ref, "the one that died", fake.Now(), time.Minute, false)
			if err != nil || !claim.Granted {
				t.Fatalf("Claim = %+v, %v", claim, err)
			}
			return kept
		},
	}
	i := start(t, s)
	for range 59 {
		waits(t, fake)
		fake.Advance(time.Second)
	}
	waits(t, fake)
	if got := model.Calls(); got != 0 {
		t.Errorf("it is asked %d times in another's turn", got)
	}
	fake.Advance(2 * time.Second)
	i.says(t, "dig", "model")
}

func TestAnInstanceThatStopsGivesItsTurnBack(t *testing.T) {
	model := modeltest.Start(t)
	model.Always(modeltest.Hold(nil, nil))
	s := setup{database: sqliteFile(t), registry: offering(t, catalogtest.Tools("dig")...), model: model.Config()}
	i := start(t, s)
	model.Next()
	i.stop()
	model.Always(modeltest.Select("garden_read"))
	start(t, s).says(t, "dig", "model garden_read")
}

// failing is a store that fails while the test says so.
type failing struct {
	classification.Store
	records, note, settle chan error
}

func take(failures chan error) error {
	select {
	case err := <-failures:
		return err
	default:
		return nil
	}
}

func (f failing) Records(ctx context.Context, refs []classification.Ref) ([]classification.Record, error) {
	if err := take(f.records); err != nil {
		return nil, err
	}
	return f.Store.Records(ctx, refs)
}

func (f failing) Note(ctx context.Context, opinions []classification.Opinion) error {
	if err := take(f.note); err != nil {
		return err
	}
	return f.Store.Note(ctx, opinions)
}

func (f failing) Settle(
	ctx context.Context, ref classification.Ref, holder string, outcome classification.Outcome, opinions []classification.Opinion,
) (bool, error) {
	if err := take(f.settle); err != nil {
		return false, err
	}
	return f.Store.Settle(ctx, ref, holder, outcome, opinions)
}

func TestADatabaseThatFailsCostsNoSecondQuestion(t *testing.T) {
	model := modeltest.Start(t)
	model.Always(modeltest.Select("garden_read"))
	broken := failing{records: make(chan error, 1), note: make(chan error, 1), settle: make(chan error, 3)}
	broken.records <- errors.New("no records")
	broken.note <- errors.New("no note")
	for range 3 {
		broken.settle <- errors.New("no settlement")
	}
	fake := clockwork.NewFakeClock()
	i := start(t, setup{
		database: sqliteFile(t), registry: offering(t, catalogtest.Tools("sow")...), model: model.Config(), clock: fake,
		store: func(kept classification.Store) classification.Store { broken.Store = kept; return broken },
	})
	i.says(t, "sow", "map garden_write")
	i.log.has("no records", 1)
	for i.of("sow") != "model garden_read" {
		fake.Advance(500 * time.Millisecond)
		select {
		case <-i.changed:
		case <-time.After(20 * time.Millisecond): // the loop has work to do that no change announces
		}
	}
	i.log.has("no settlement", 3)
	i.log.has("no note", 1)
	if got := model.Calls(); got != 1 {
		t.Errorf("the model is asked %d times", got)
	}
}
