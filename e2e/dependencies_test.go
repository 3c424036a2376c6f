package e2e

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const platformModule = "github.com/salaatflow/platform/"

// linkedOnlyBy lists the programs that may link a package or what is below it. The all-in-one consists of the others,
// so it may link what they may. A package that nobody may link has an empty list.
var linkedOnlyBy = []struct {
	pkg      string
	programs []string
	because  string
}{
	{"modernc.org/sqlite", storing, "only what keeps data has a database; replicas of the registry share PostgreSQL alone"},
	{platformModule + "services/sqlstore/sqlite", storing, "only what keeps data may keep it in a file"},
	{"github.com/jackc/pgx", sharing, "only what keeps data, or shares it with its replicas, has a database"},
	{"github.com/pressly/goose", sharing, "only what keeps data, or shares it with its replicas, has a schema to migrate"},
	{platformModule + "services/sqlstore", sharing, "only what keeps data, or shares it with its replicas, has a database"},
	{"github.com/modelcontextprotocol/go-sdk", []string{"gateway"}, "MCP is spoken at the edge; services speak gRPC"},
	{"github.com/coreos/go-oidc", []string{"gateway"}, "tokens of OpenID providers are verified at the edge; services know users"},
	{"github.com/go-jose/go-jose", []string{"gateway"}, "tokens of OpenID providers are verified at the edge; services know users"},
	{"github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-openapiv2", nil, "OpenAPI is made of the tools, at run time"},
	{"github.com/rs/cors", []string{"gateway"}, "only the gateway is called by pages of other sites"},
	{"github.com/sashabaranov/go-openai", []string{"chat-svc", "skills-svc"}, "the others ask no language model"},
	{"github.com/redis/rueidis", []string{"skills-svc", "gateway"}, "the others share nothing that may be forgotten"},
	{"github.com/fsnotify/fsnotify", []string{"skills-svc"}, "only skills are files that change under the program"},
	{"github.com/ringsaturn/tzf", []string{"masjid-svc"}, "the time zone of a place is masjid-svc's, and its map is large"},
	{"github.com/arran4/golang-ical", []string{"masjid-svc", "tasks-svc"}, "only prayer times and tasks are a calendar"},
	{"github.com/kljensen/snowball", []string{"hadith-svc", "skills-svc", "tasks-svc"},
		"only hadiths, tasks and tools are searched by the stems of words"},
	{platformModule + "chat-svc", []string{"chat-svc"}, "who wants a conversation asks for it over gRPC"},
	{platformModule + "language", []string{"chat-svc", "masjid-svc", "hadith-svc", "skills-svc", "tasks-svc", "users-svc"},
		"the others read no sentences or names of people, and search no texts"},
	{"google.golang.org/grpc/xds", nil, "programs find each other by the registry's Watch; an xDS client is a quarter of a service's size"},
	{"github.com/envoyproxy/go-control-plane", []string{"registry-svc"}, "only the registry speaks xDS, to clients that are not ours"},
	{"testing", []string{"hadith-svc", "skills-svc", "tasks-svc", "registry-svc"},
		"a helper of tests has no place in a program (snowball and go-control-plane's log, by mistake, import it themselves)"},
	{"github.com/stretchr/testify", nil, "a helper of tests has no place in a program"},
	{"go.uber.org/goleak", nil, "a helper of tests has no place in a program"},
	{"github.com/bufbuild/protocompile", []string{"salaatflow"}, "protos are compiled by developers and tests; services read descriptors"},
}

// storing are the programs that store data.
var storing = []string{"tasks-svc", "users-svc", "masjid-svc", "hadith-svc", "skills-svc", "chat-svc", "audit-svc"}

// sharing are the programs that store data where their replicas share it.
var sharing = append([]string{"registry-svc"}, storing...)

// A program links what it needs and nothing else: everything that is linked is started, scanned, updated and
// downloaded.
func TestProgramsLinkOnlyWhatTheyNeed(t *testing.T) {
	imports := importsOfPrograms(t)
	for _, program := range slices.Sorted(maps.Keys(imports.programs)) {
		chains := imports.reach(imports.programs[program])
		for pkg := range chains {
			if strings.HasPrefix(pkg, platformModule) && strings.HasSuffix(pkg, "test") {
				t.Errorf("%s links %s, which is for tests:\n  %s", program, pkg, chains.to(pkg))
			}
		}
		for _, rule := range linkedOnlyBy {
			if slices.Contains(rule.programs, program) || program == "salaatflow" && len(rule.programs) > 0 {
				continue
			}
			for pkg := range chains {
				if pkg == rule.pkg || strings.HasPrefix(pkg, rule.pkg+"/") {
					t.Errorf("%s links %s, but %s:\n  %s", program, pkg, rule.because, chains.to(pkg))
					break // one package is enough
				}
			}
		}
	}
}

// A rule about a dependency that no program links any more has no effect, and would hide that the dependency was
// renamed.
func TestEveryRuleIsAboutWhatItsProgramsLink(t *testing.T) {
	imports := importsOfPrograms(t)
	for _, rule := range linkedOnlyBy {
		for _, program := range rule.programs {
			if _, there := imports.programs[program]; !there {
				t.Errorf("%s is let link %s, and is no program", program, rule.pkg)
				continue
			}
			linked := slices.ContainsFunc(slices.Collect(maps.Keys(imports.reach(imports.programs[program]))), func(pkg string) bool {
				return pkg == rule.pkg || strings.HasPrefix(pkg, rule.pkg+"/")
			})
			if !linked {
				t.Errorf("%s is let link %s, and does not", program, rule.pkg)
			}
		}
	}
}

// importGraph holds which package imports which.
type importGraph struct {
	programs map[string]string // name -> package
	imports  map[string][]string
}

func importsOfPrograms(t *testing.T) importGraph {
	t.Helper()
	g := importGraph{programs: map[string]string{"salaatflow": platformModule + "salaatflow"}, imports: map[string][]string{}}
	for _, pattern := range []string{"../*-svc/cmd/*", "../gateway/cmd/gateway"} {
		folders, err := filepath.Glob(pattern)
		if err != nil || len(folders) == 0 {
			t.Fatalf("no programs at %s: %v", pattern, err)
		}
		for _, folder := range folders {
			g.programs[filepath.Base(folder)] = platformModule + strings.TrimPrefix(filepath.ToSlash(folder), "../")
		}
	}
	args := append([]string{"list", "-deps", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`},
		slices.Sorted(maps.Values(g.programs))...)
	command := exec.CommandContext(t.Context(), "go", args...)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	listed, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, complaints.String())
	}
	lines := bufio.NewScanner(bytes.NewReader(listed))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		names := strings.Fields(lines.Text())
		g.imports[names[0]] = names[1:]
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return g
}

// importedBy is what a program links: each package, and its importer on the shortest path.
type importedBy map[string]string

func (g importGraph) reach(program string) importedBy {
	reached := importedBy{program: ""}
	for next := []string{program}; len(next) > 0; next = next[1:] {
		for _, pkg := range g.imports[next[0]] {
			if _, seen := reached[pkg]; !seen {
				reached[pkg] = next[0]
				next = append(next, pkg)
			}
		}
	}
	return reached
}

// to returns the path to a package, which shows a person where to cut it.
func (b importedBy) to(pkg string) string {
	way := pkg
	for by := b[pkg]; by != ""; by = b[by] {
		way = fmt.Sprintf("%s -> %s", by, way)
	}
	return way
}
