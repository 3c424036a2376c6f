package classification_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

func TestWhatAnAdministratorSaysCountsUntilTheDefinitionChanges(t *testing.T) {
	model := modeltest.Start(t)
	model.Always(modeltest.Select("garden_write"))
	tool := catalogtest.Tool{Name: "dig", Aliases: []string{"delve"}}
	s := setup{database: sqliteFile(t), registry: offering(t, tool), model: model.Config()}
	i := start(t, s)
	i.says(t, "dig", "model garden_write")
	for _, categories := range [][]string{{"garden_read"}, {}, {"weather_read"}} {
		said, err := i.Set(t.Context(), "delve", categories, 7)
		if want := strings.TrimSpace("admin " + strings.Join(categories, " ")); err != nil || written(said) != want || i.of("dig") != want {
			t.Fatalf("Set = %+v, %v; Of = %s", said, err, i.of("dig"))
		}
	}
	i.stop()
	i = start(t, s)
	i.says(t, "dig", "admin weather_read")

	tool.Does = "Digs deeper."
	s.registry.offer(t, tool)
	i.says(t, "dig", "model garden_write")
	if got := model.Calls(); got != 2 {
		t.Errorf("the model is asked %d times about two definitions", got)
	}
	if got := i.Figures().Disagreements.ModelAdmin; got.Compared != 0 {
		t.Errorf("what is said of different definitions is compared: %+v", got)
	}
	tool.Does = ""
	s.registry.offer(t, tool)
	i.says(t, "dig", "admin weather_read")
	if got := i.Figures().Disagreements.ModelAdmin; got.Compared != 1 || got.Differ != 1 {
		t.Errorf("model and administrator are compared as %+v", got)
	}
}

func TestWhatAnAdministratorMayNotSayIsRefused(t *testing.T) {
	s := setup{
		database: sqliteFile(t),
		registry: offering(t, catalogtest.Tool{Name: "dig"}, catalogtest.Tool{Name: "sow", Capabilities: []string{"garden_write"}}),
	}
	i := start(t, s)
	i.says(t, "dig", "none")
	for name, c := range map[string]struct {
		tool, category, part string
	}{
		"a category that is not": {"dig", "fly", "there are garden_read, garden_write, weather_read"},
		"a tool that declares":   {"sow", "garden_read", "sow declares garden_write itself"},
	} {
		_, err := i.Set(t.Context(), c.tool, []string{c.category}, 7)
		var invalid skills.Invalid
		if !errors.As(err, &invalid) || invalid.Field != "capabilities" || !strings.Contains(invalid.Message, c.part) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := i.Set(t.Context(), "fly", nil, 7); !errors.Is(err, skills.ErrUnknownTool) {
		t.Errorf("Set of no tool: %v", err)
	}
	if _, err := i.Ask(t.Context(), "fly", 7); !errors.Is(err, skills.ErrUnknownTool) {
		t.Errorf("Ask about no tool: %v", err)
	}
}

func TestAskingAgain(t *testing.T) {
	for name, c := range map[string]struct {
		before, after modeltest.Reply
		want          string // empty if there is no answer
		counts        string
	}{
		"another answer":        {modeltest.Select("garden_read"), modeltest.Select("weather_read"), "model weather_read", "model weather_read"},
		"the same answer":       {modeltest.Select("garden_read"), modeltest.Select("garden_read"), "model garden_read", "model garden_read"},
		"nonsense":              {modeltest.Select("garden_read"), modeltest.Say("?"), "map garden_write", "map garden_write"},
		"an answer at last":     {modeltest.Say("?"), modeltest.Select("garden_read"), "model garden_read", "model garden_read"},
		"no answer":             {modeltest.Select("garden_read"), modeltest.Fail(500), "", "model garden_read"},
		"no answer for a while": {modeltest.Fail(500), modeltest.Select("garden_read"), "model garden_read", "model garden_read"},
	} {
		t.Run(name, func(t *testing.T) {
			model := modeltest.Start(t)
			model.Always(c.before)
			s := setup{database: sqliteFile(t), registry: offering(t, catalogtest.Tools("sow")...), model: model.Config()}
			i := start(t, s)
			i.log.has("tool=sow", 1) // the result of the first question
			if _, err := i.Set(t.Context(), "sow", []string{"garden_read", "weather_read"}, 7); err != nil {
				t.Fatal(err)
			}
			model.Always(c.after)
			said, err := i.Ask(t.Context(), "sow", 8)
			if c.want == "" {
				if refused := apperr.From(err); refused == nil || refused.Code != codes.Unavailable ||
					!strings.Contains(refused.Message, "still applies") {
					t.Errorf("Ask = %+v, %v", said, err)
				}
			} else if err != nil || written(said) != c.want {
				t.Errorf("Ask = %+v, %v, want %s", said, err, c.want)
			}
			if got := i.of("sow"); got != c.counts {
				t.Errorf("what counts is %s, want %s", got, c.counts)
			}
			if got := model.Calls(); got != 2 {
				t.Errorf("the model is asked %d times", got)
			}
		})
	}
}

func TestAskingAgainWithoutAModelGoesBackToTheMap(t *testing.T) {
	i := start(t, setup{database: sqliteFile(t), registry: offering(t, sowAndDig...)})
	for tool, want := range map[string]string{"sow": "map garden_write", "dig": "none"} {
		i.says(t, tool, want)
		if _, err := i.Set(t.Context(), tool, []string{"weather_read"}, 7); err != nil {
			t.Fatal(err)
		}
		if said, err := i.Ask(t.Context(), tool, 7); err != nil || written(said) != want {
			t.Errorf("Ask = %+v, %v, want %s", said, err, want)
		}
	}
}

func TestAnAdministratorMayHaveTheModelSayWhatAToolDeclares(t *testing.T) {
	model := modeltest.Start(t)
	model.Always(modeltest.Select("garden_read"))
	declares := catalogtest.Tool{Name: "sow", Capabilities: []string{"garden_write"}}
	i := start(t, setup{database: sqliteFile(t), registry: offering(t, declares), model: model.Config()})
	i.says(t, "sow", "declared garden_write")
	if said, err := i.Ask(t.Context(), "sow", 7); err != nil || written(said) != "declared garden_write" {
		t.Errorf("Ask = %+v, %v", said, err)
	}
	if got := i.Figures().Disagreements.DeclaredModel; got.Compared != 1 || got.Differ != 1 {
		t.Errorf("declared and model are compared as %+v", got)
	}
}

func TestAnAdministratorWhoGivesUpStillGetsTheAnswerLater(t *testing.T) {
	model := modeltest.Start(t)
	i := start(t, setup{database: sqliteFile(t), registry: offering(t, catalogtest.Tools("dig")...), model: model.Config()})
	i.says(t, "dig", "model")
	model.Next()
	release := make(chan struct{})
	model.Always(modeltest.Hold(release, modeltest.Select("garden_read")))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		model.Next()
		cancel()
	}()
	if _, err := i.Ask(ctx, "dig", 7); !errors.Is(err, context.Canceled) {
		t.Errorf("Ask = %v", err)
	}
	close(release)
	i.says(t, "dig", "model garden_read")
}
