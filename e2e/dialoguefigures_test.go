package e2e

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

var (
	figuresFlag = flag.String("dialogue-figures", "",
		"files of dialogues, to write to -figures-to how many pass instead of failing where one does not")
	figuresTo = flag.String("figures-to", os.DevNull, "the file to write the figures of dialogues to")
	missesToo = flag.Bool("dialogue-misses", false, "write what fails, too")
)

// writeFigures writes how many dialogues pass, by the script they begin in and by who wrote or types them.
func writeFigures(t *testing.T, platform *harness.Platform) {
	out, err := os.OpenFile(*figuresTo, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	passed, held := map[string]int{}, map[string]int{}
	for pattern := range strings.FieldsSeq(*figuresFlag) {
		for _, file := range dialogueFiles(t, pattern) {
			writer := strings.TrimSuffix(filepath.Base(file), ".json")
			if folder := filepath.Base(filepath.Dir(file)); folder != "dialogues" {
				writer += " (" + folder + ")"
			}
			for _, d := range readJSON[[]dialogue](t, file) {
				problem, language := hold(t, platform, d)
				groups := []string{writer + " | all", writer + " | " + language}
				if d.Persona != "" {
					groups = append(groups, writer+" | "+d.Persona)
				}
				for _, group := range groups {
					held[group]++
					if problem == "" {
						passed[group]++
					}
				}
				if problem != "" && *missesToo {
					fmt.Fprintf(out, "%s %s: %s\n", writer, d.ID, problem)
				}
			}
		}
	}
	fmt.Fprintln(out, "| dialogues | of | pass |\n|---|---|---|")
	for _, group := range slices.Sorted(maps.Keys(held)) {
		fmt.Fprintf(out, "| %s | %d of %d, %.1f %% |\n", group, passed[group], held[group], 100*float64(passed[group])/float64(held[group]))
	}
}
