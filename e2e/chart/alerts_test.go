//go:build chart

package chart

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Helm reads no file outside of its chart, so the chart has the alerts as copies, and they are the same.
func TestTheChartHasTheAlerts(t *testing.T) {
	alerts, copies := rules(t, "../../deploy/observability/rules"), rules(t, filepath.Join(chartFolder, "rules"))
	if *update {
		for name, content := range alerts {
			file := filepath.Join(chartFolder, "rules", name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(content), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		for name := range copies {
			if _, still := alerts[name]; !still {
				if err := os.Remove(filepath.Join(chartFolder, "rules", name)); err != nil {
					t.Fatal(err)
				}
			}
		}
		return
	}
	if !maps.Equal(alerts, copies) {
		t.Errorf("the chart's rules are %v and those of deploy/observability/rules %v, or their contents differ: run `make chart-golden`",
			slices.Sorted(maps.Keys(copies)), slices.Sorted(maps.Keys(alerts)))
	}
	if len(copies) == 0 {
		return
	}
	installed := ofKind(with(t, "production", "prometheusRule.enabled=true"), "PrometheusRule")
	if len(installed) != 1 || len(at[[]any](installed[0], "spec", "groups")) < len(copies) {
		t.Errorf("the rule that is installed lacks groups: %v", installed)
	}
}

// rules returns the files of a folder by name, without the tests of promtool.
func rules(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".yaml") || strings.HasSuffix(entry.Name(), "_test.yaml") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[entry.Name()] = string(content)
	}
	return all
}
