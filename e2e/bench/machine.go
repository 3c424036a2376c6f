package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// machine describes what the figures depend on.
type machine struct {
	processor string
	cores     int
	system    string
	goVersion string
	load      string // the processes that wanted a core in the minute before, or empty if unknown
}

func thisMachine() machine {
	return machine{
		processor: processor(), cores: runtime.NumCPU(),
		system: runtime.GOOS + "/" + runtime.GOARCH, goVersion: strings.TrimPrefix(runtime.Version(), "go"),
		load: loadAverage(),
	}
}

// String describes the machine in a sentence.
func (m machine) String() string {
	text := fmt.Sprintf("Measured on %d cores of %s, %s, Go %s", m.cores, m.processor, m.system, m.goVersion)
	if m.load != "" {
		text += fmt.Sprintf("; when the run began, other work on the machine made a load of %s", m.load)
	}
	return text + "."
}

// versions says of which versions the peers are, and of what they have in common with the platform.
func versions() string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "The versions are unknown."
	}
	var all []string
	for _, module := range build.Deps {
		for _, path := range []string{
			"github.com/grpc-ecosystem/grpc-gateway/v2", "github.com/modelcontextprotocol/go-sdk", "google.golang.org/grpc",
			"google.golang.org/protobuf",
		} {
			if module.Path == path {
				all = append(all, strings.TrimPrefix(path, "github.com/")+" "+module.Version)
			}
		}
	}
	return "Versions: " + strings.Join(all, ", ") + "."
}

func processor() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "an unnamed processor"
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "an unnamed processor"
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}
