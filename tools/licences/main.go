// Command licences lists the modules of others that the platform's programs consist of, with the licence of each. It reads what
// cyclonedx-gomod found out (mod -licenses -json) from standard input, writes a page to standard output, and fails on a licence
// that is not among those that programs under Apache-2.0 may contain.
//
//	licences [-texts FILE] PACKAGE…
package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	_ "embed"
)

// allowed are the licences that let us distribute a module in a program under Apache-2.0. Those of MPL-2.0 stay as their authors
// publish them, since a changed file of theirs would have to be published. ODbL-1.0 is for data, which must be attributed.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MPL-2.0", "ODbL-1.0"}

// platforms are those that releases are for: what a program consists of differs by operating system.
var platforms = []string{"linux", "darwin", "windows"}

// known.csv has the licences that a person has read where none, or a wrong one, is detected: module, licence, what was read.
//
//go:embed known.csv
var known []byte

func main() {
	texts := flag.String("texts", "", "write the licences' texts to this `file`")
	flag.Parse()
	if err := run(os.Stdin, os.Stdout, *texts, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer, texts string, packages []string) error {
	licences, err := detected(in)
	if err != nil {
		return err
	}
	modules, err := linked(packages)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(modules))
	if err := check(names, licences); err != nil {
		return err
	}
	if texts != "" {
		return writeTexts(texts, names, modules)
	}
	return writePage(out, names, licences)
}

// detected returns the licence of each module by path, as detected or as a person has read it.
func detected(in io.Reader) (map[string]string, error) {
	var bom struct {
		Components []struct {
			Name     string
			Evidence struct {
				Licenses []struct{ License struct{ ID string } }
			}
		}
	}
	if err := json.NewDecoder(in).Decode(&bom); err != nil {
		return nil, fmt.Errorf("read the list of cyclonedx-gomod: %w", err)
	}
	licences := map[string]string{}
	for _, component := range bom.Components {
		var ids []string
		for _, one := range component.Evidence.Licenses {
			ids = append(ids, one.License.ID)
		}
		licences[component.Name] = strings.Join(ids, ", ")
	}
	rows, err := csv.NewReader(bytes.NewReader(known)).ReadAll()
	for _, row := range rows[min(1, len(rows)):] {
		licences[row[0]] = row[1]
	}
	return licences, err
}

// linked returns the folders of the modules that are linked into programs on any platform, by path.
func linked(packages []string) (map[string]string, error) {
	modules := map[string]string{}
	for _, platform := range platforms {
		command := exec.Command("go", append([]string{ //nolint:noctx // it ends by itself
			"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}",
		}, packages...)...)
		command.Env, command.Stderr = append(os.Environ(), "GOOS="+platform, "CGO_ENABLED=0"), os.Stderr
		listed, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", platform, err)
		}
		for line := range strings.Lines(string(listed)) {
			if path, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				modules[path] = folder
			}
		}
	}
	return modules, nil
}

func check(names []string, licences map[string]string) error {
	var mistakes []error
	for _, name := range names {
		for licence := range strings.SplitSeq(cmp.Or(licences[name], "none found"), ", ") {
			if !slices.Contains(allowed, licence) {
				mistakes = append(mistakes, fmt.Errorf("%s: %s is not among %s; if that is wrong, add what its licence says to "+
					"tools/licences/known.csv", name, licence, strings.Join(allowed, ", ")))
			}
		}
	}
	return errors.Join(mistakes...)
}

func writePage(out io.Writer, names []string, licences map[string]string) error {
	var page strings.Builder
	page.WriteString(`# Licences

The platform is under Apache-2.0 ([LICENSE](../LICENSE)). Its programs contain the Go standard library (BSD-3-Clause) and the
modules below, on one operating system or another. Releases have the versions, in CycloneDX, and the texts of the licences.
The boundaries of time zones (tzf-rel-lite) are © OpenStreetMap contributors.
The towns of the world are those of [GeoNames](https://www.geonames.org/), under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).
The gateway's pages contain htmx (0BSD) and the fonts
Noto Nastaliq Urdu and Noto Naskh Arabic (OFL-1.1), whose texts are in [gateway/web/internal/assets](../gateway/web/internal/assets).
` + "`make licences`" + ` writes this page; CI compares it, and fails on any other licence.

| module | licence |
|---|---|
`)
	for _, name := range names {
		fmt.Fprintf(&page, "| `%s` | %s |\n", name, licences[name])
	}
	_, err := io.WriteString(out, page.String())
	return err
}

// writeTexts writes the texts that the licences ask to be passed on.
func writeTexts(file string, names []string, folders map[string]string) error {
	var text strings.Builder
	for _, name := range names {
		fmt.Fprintf(&text, "%s\n%s\n\n", name, strings.Repeat("=", len(name)))
		found := 0
		for _, pattern := range []string{"LICEN[SC]E*", "COPYING*", "NOTICE*", "PATENTS*"} {
			paths, err := filepath.Glob(filepath.Join(folders[name], pattern))
			if err != nil {
				return err
			}
			for _, path := range paths {
				content, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				found++
				text.Write(content)
				text.WriteString("\n\n")
			}
		}
		if found == 0 {
			return fmt.Errorf("%s has no file with its licence in %s", name, folders[name])
		}
	}
	return os.WriteFile(file, []byte(text.String()), 0o600)
}
