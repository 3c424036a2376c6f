package classification_test

import (
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
	"github.com/salaatflow/platform/services/redislink/redistest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/skills-svc/internal/toolcache"
)

// each runs a test on each engine, with and without Redis.
func each(t *testing.T, test func(t *testing.T, s setup)) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		t.Run("with Redis", func(t *testing.T) {
			server := redistest.Start(t)
			test(t, setup{database: migrated(t, engine), redis: toolcache.Config{URL: config.Secret(server.URL())}})
		})
		t.Run("without Redis", func(t *testing.T) { test(t, setup{database: migrated(t, engine)}) })
	})
}

func garden(n int) []catalogtest.Tool {
	tools := make([]catalogtest.Tool, n)
	for i := range tools {
		tools[i].Name = fmt.Sprintf("water_bed_%d", i)
	}
	return tools
}

// know waits until instances have the model's classification of tools.
func know(t *testing.T, tools []catalogtest.Tool, instances ...*instance) {
	t.Helper()
	for _, i := range instances {
		for _, tool := range tools {
			i.says(t, tool.Name, "model garden_write")
		}
	}
}

func TestTheModelIsAskedOnceForEachNewDefinition(t *testing.T) {
	each(t, func(t *testing.T, s setup) {
		model := modeltest.Start(t)
		model.Always(modeltest.Select("garden_write"))
		tools := garden(12)
		s.registry, s.model = offering(t, tools...), model.Config()

		one, other := startAtOnce(t, s)
		know(t, tools, one, other)
		want := map[string]int{}
		for _, tool := range tools {
			want[tool.Name] = 1
		}
		if got := asked(t, model); !maps.Equal(got, want) {
			t.Fatalf("two instances that start at once ask %v", got)
		}

		one.stop()
		other.stop()
		one, other = startAtOnce(t, s)
		know(t, tools, one, other)
		if got := asked(t, model); !maps.Equal(got, want) {
			t.Errorf("after a restart they ask %v", got)
		}

		tools[3].Does = "Floods a bed."
		model.Always(modeltest.Select("garden_read"))
		s.registry.offer(t, tools...)
		one.says(t, tools[3].Name, "model garden_read")
		other.says(t, tools[3].Name, "model garden_read")
		want[tools[3].Name]++
		if got := asked(t, model); !maps.Equal(got, want) {
			t.Errorf("after one definition changed they ask %v", got)
		}

		tools[3].Does = ""
		s.registry.offer(t, tools...)
		know(t, tools, one, other)
		if got := asked(t, model); !maps.Equal(got, want) {
			t.Errorf("after the definition is the old one again they ask %v", got)
		}
	})
}

func startAtOnce(t *testing.T, s setup) (one, other *instance) {
	t.Helper()
	one, other = prepare(t, s), prepare(t, s)
	one.run()
	other.run()
	return one, other
}

func TestWhatAnAdministratorSaysIsKnownToEveryInstance(t *testing.T) {
	each(t, func(t *testing.T, s setup) {
		model := modeltest.Start(t)
		model.Always(modeltest.Select("garden_write"))
		s.registry, s.model = offering(t, garden(1)...), model.Config()
		one, other := startAtOnce(t, s)
		know(t, garden(1), one, other)

		said, err := one.Set(t.Context(), "water_bed_0", []string{"weather_read", "garden_read"}, 7)
		if err != nil || written(said) != "admin garden_read weather_read" || said.ClassifiedBy != 7 {
			t.Fatalf("Set = %+v, %v", said, err)
		}
		if got := one.of("water_bed_0"); got != written(said) {
			t.Errorf("who was told says %s", got)
		}
		other.says(t, "water_bed_0", "admin garden_read weather_read")

		model.Always(modeltest.Select("weather_read"))
		said, err = other.Ask(t.Context(), "water_bed_0", 8)
		if err != nil || written(said) != "model weather_read" || said.ClassifiedBy != 8 || said.Model != modeltest.Model {
			t.Fatalf("Ask = %+v, %v", said, err)
		}
		one.says(t, "water_bed_0", "model weather_read")
		if got := one.Figures().Disagreements.ModelAdmin; got.Compared != 1 || got.Differ != 1 {
			t.Errorf("what the administrator said is not compared with the model: %+v", got)
		}
	})
}

func TestARedisThatComesAndGoesIsNotNoticed(t *testing.T) {
	server := redistest.Start(t)
	model := modeltest.Start(t)
	model.Always(modeltest.Select("garden_write"))
	tools := garden(4)
	s := setup{
		database: sqliteFile(t), redis: toolcache.Config{URL: config.Secret(server.URL())},
		registry: offering(t, tools...), model: model.Config(),
	}
	one, other := startAtOnce(t, s)
	know(t, tools, one, other)

	ended, failed := make(chan struct{}), make(chan string, 1)
	var resolving sync.WaitGroup
	for n := range 4 {
		i := []*instance{one, other}[n%2]
		resolving.Go(func() {
			for {
				select {
				case <-ended:
					return
				default:
				}
				if got := i.of("water_bed_0"); got != "model garden_write" {
					select {
					case failed <- got:
					default:
					}
				}
			}
		})
	}
	for range 3 {
		server.Stop()
		tools = append(tools, garden(len(tools) + 1)[len(tools)])
		s.registry.offer(t, tools...)
		know(t, tools, one, other)
		server.Restart()
		tools = append(tools, garden(len(tools) + 1)[len(tools)])
		s.registry.offer(t, tools...)
		know(t, tools, one, other)
	}
	close(ended)
	resolving.Wait()
	select {
	case got := <-failed:
		t.Errorf("a tool was resolved as %q", got)
	default:
	}
	for tool, calls := range asked(t, model) {
		if calls != 1 {
			t.Errorf("the model was asked %d times about %s", calls, tool)
		}
	}
	for _, i := range []*instance{one, other} {
		i.log.has("are cached in Redis", 2)
		if got := i.Figures(); got.CacheErrors == 0 || got.Tools != len(tools) {
			t.Errorf("figures are %+v", got)
		}
	}
	// What was found out while Redis was away is written to it once it is back.
	deadline := time.Now().Add(eventTimeout)
	for _, tool := range tools {
		for server.Do("EXISTS "+toolcache.KeyPrefix+tool.Name) != ":1" {
			if time.Now().After(deadline) {
				t.Fatalf("Redis does not hold %s", tool.Name)
			}
		}
	}
}
