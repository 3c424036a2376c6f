package gcpace

import (
	"testing"
	"testing/fstest"
)

// A program that is busy for some seconds may keep more garbage, one that has just started may not, and one that is idle gives it
// back.
func TestABusyProgramCollectsLessOften(t *testing.T) {
	now, total := pace{percent: startPercent}, uint64(0)
	for i, second := range []struct {
		collected uint64
		want      int
	}{
		{50, 100}, {9, 100}, {1, 100}, {0, 100}, // a start
		{2, 100}, {3, 100}, {1, 100}, {9, 100}, {2, 400}, {1, 400}, // a load
		{0, 400}, {0, 400}, {0, 400}, {1, 400}, // that collects less often for it
		{0, 400}, {0, 400}, {0, 400}, {0, 400}, {0, 400}, {0, 400}, {0, 400}, {0, 400}, {0, 400}, {0, 50}, {0, 50}, // its end
		{1, 50}, {0, 50}, {1, 50}, // a little
	} {
		total += second.collected
		if got := now.second(total); got != second.want {
			t.Errorf("after second %d: %d %%, want %d %%", i+1, got, second.want)
		}
	}
}

// What a start needed is given back soon after it.
func TestAProgramThatHasStartedKeepsLess(t *testing.T) {
	now, total := pace{percent: startPercent}, uint64(0)
	for i, second := range []struct {
		collected uint64
		want      int
	}{{30, 100}, {2, 100}, {0, 100}, {1, 100}, {0, 100}, {0, 50}, {1, 50}, {0, 50}} {
		total += second.collected
		if got := now.second(total); got != second.want {
			t.Errorf("after second %d: %d %%, want %d %%", i+1, got, second.want)
		}
	}
}

// A large heap grows by as many bytes as a small one may, and by half at least.
func TestALargeHeapGrowsByNoMoreThanASmallOne(t *testing.T) {
	for _, c := range []struct {
		percent int
		live    uint64
		want    int
	}{
		{busyPercent, 0, 400}, {busyPercent, 48 << 20, 400}, {busyPercent, 96 << 20, 200}, {busyPercent, 192 << 20, 100},
		{busyPercent, 10 << 30, 50}, {startPercent, 96 << 20, 100}, {startPercent, 384 << 20, 50}, {idlePercent, 96 << 20, 50},
		{idlePercent, 10 << 30, 50},
	} {
		if got := bounded(c.percent, c.live); got != c.want {
			t.Errorf("%d %% of %d MB: %d %%, want %d %%", c.percent, c.live>>20, got, c.want)
		}
	}
}

func TestTheMemoryLimitIsThatOfTheControlGroup(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"container": {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "268435456\n"}, 241591905},
		"service": {map[string]string{
			"proc/self/cgroup": "0::/a.slice/b.service\n", "sys/fs/cgroup/a.slice/b.service/memory.max": "1000\n",
		}, 900},
		"no limit":         {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 0},
		"no memory there":  {map[string]string{"proc/self/cgroup": "0::/\n"}, 0},
		"first version":    {map[string]string{"proc/self/cgroup": "5:memory:/\n"}, 0},
		"another system":   {nil, 0},
		"no number at all": {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "-5"}, 0},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got, ok := memoryLimit(root); ok != (c.want > 0) || ok && got != c.want {
			t.Errorf("%s: %d %v, want %d", name, got, ok, c.want)
		}
	}
}
