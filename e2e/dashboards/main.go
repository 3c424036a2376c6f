// Command dashboards writes the platform's Grafana dashboards: dashboards FOLDER. What they show is in boards.go; a test of
// e2e compares the metrics and labels of their queries with those of a running platform. With -rules it prints their queries
// as recording rules, which promtool can check.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: dashboards FOLDER, or dashboards -rules")
		os.Exit(2)
	}
	if os.Args[1] == "-rules" {
		printRules()
		return
	}
	for _, b := range boards {
		if err := write(filepath.Join(os.Args[1], b.uid+".json"), b.dashboard()); err != nil {
			fmt.Fprintln(os.Stderr, "dashboards:", err)
			os.Exit(1)
		}
	}
}

func printRules() {
	fmt.Println("groups:\n  - name: dashboards\n    rules:")
	for _, b := range boards {
		for _, r := range b.rows {
			for _, p := range r.panels {
				for i, q := range p.queries {
					expr := strings.ReplaceAll(q.expr, "$__rate_interval", "1m")
					fmt.Printf("      - record: dashboard:query\n        expr: %q\n        labels: {panel: %q, query: '%d'}\n",
						expr, b.uid+": "+p.title, i)
				}
			}
		}
	}
}

func write(path string, d dashboard) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(d); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}
