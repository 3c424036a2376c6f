package library_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/skills-svc/internal/library"
	"github.com/salaatflow/platform/skills-svc/internal/skillfile"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// roots are the three folders of a test, in order of precedence.
type roots struct{ project, global, user string }

func newRoots(t *testing.T) roots {
	t.Helper()
	dir := t.TempDir()
	r := roots{filepath.Join(dir, "project"), filepath.Join(dir, "global"), filepath.Join(dir, "user")}
	for _, path := range []string{r.project, r.global, r.user} {
		must(t, os.Mkdir(path, 0o700))
	}
	return r
}

func (r roots) library(t *testing.T, clock clock.Clock) *library.Library {
	t.Helper()
	return open(t, clock, library.Root{Location: skills.LocationProject, Path: r.project},
		library.Root{Location: skills.LocationGlobal, Path: r.global},
		library.Root{Location: skills.LocationUser, Path: r.user})
}

func open(t *testing.T, clock clock.Clock, roots ...library.Root) *library.Library {
	t.Helper()
	l, err := library.New(library.Options{Roots: roots, Clock: clock, Logger: slog.New(slog.DiscardHandler)})
	must(t, err)
	return l
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func text(name, description string) string {
	return fmt.Sprintf("---\nname: %s\ndescription: %s\n---\nDo it.\n", name, description)
}

// write writes a SKILL.md into a folder of a root.
func write(t testing.TB, root, folder, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(root, folder), 0o700))
	must(t, os.WriteFile(filepath.Join(root, folder, skillfile.Name), []byte(text), 0o600))
}

// shown returns a collection with a line for each entry.
func shown(c *skills.Collection) string {
	var out strings.Builder
	for _, e := range c.Entries() {
		fmt.Fprintf(&out, "%s %s %s", e.Name, e.Location, e.State)
		if e.Skill != nil {
			fmt.Fprintf(&out, " %q", e.Skill.Description)
		}
		for _, location := range e.Shadows {
			fmt.Fprintf(&out, " shadows %s", location)
		}
		for _, w := range e.Warnings {
			fmt.Fprintf(&out, " | %s:%d: %.40s", w.File, w.Line, w.Message)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func want(t *testing.T, c *skills.Collection, lines ...string) {
	t.Helper()
	if got := shown(c); got != strings.Join(append(lines, ""), "\n") {
		t.Errorf("the skills are\n%swant\n%s", got, strings.Join(lines, "\n"))
	}
}

func TestTheProjectGoesBeforeGlobalAndThatBeforeTheUser(t *testing.T) {
	r := newRoots(t)
	for _, root := range []string{r.user, r.global, r.project} {
		write(t, root, "everywhere", text("everywhere", filepath.Base(root)))
	}
	write(t, r.global, "two", text("two", "global"))
	write(t, r.user, "two", text("two", "user"))
	write(t, r.user, "one", text("one", "user"))
	l := r.library(t, clockwork.NewRealClock())
	l.Load(t.Context())
	want(t, l.Current(),
		`everywhere project ready "project" shadows global shadows user`,
		`one user ready "user"`,
		`two global ready "global" shadows user`)
	if e := l.Current().Find("EveryWhere"); e == nil || e.Skill.BaseDirectory() != "skill://project/everywhere" {
		t.Errorf("found in another case: %+v", e)
	}
	if got := l.Current().Names(); !slices.Equal(got, []string{"everywhere", "one", "two"}) {
		t.Errorf("names: %q", got)
	}
}

func TestABrokenFileIsAWarningAndItsLastGoodVersionStays(t *testing.T) {
	r := newRoots(t)
	clock := clockwork.NewFakeClock()
	l := r.library(t, clock)
	write(t, r.project, "a", text("a", "first"))
	write(t, r.project, "b", "no front matter")
	l.Load(t.Context())
	loaded := l.Current().Find("a").Skill.LoadedAt
	want(t, l.Current(), `a project ready "first"`,
		`b project broken | skill://project/b/SKILL.md:1: must begin with a line --- and the front`)

	clock.Advance(time.Minute)
	write(t, r.project, "a", "---\nname: a\ndescription: [\n---\nDo it.\n")
	write(t, r.global, "b", text("b", "global"))
	l.Load(t.Context())
	want(t, l.Current(), `a project stale "first" | skill://project/a/SKILL.md:3: the front matter is not valid YAML: did `,
		`b global ready "global" | skill://project/b/SKILL.md:1: must begin with a line --- and the front`)
	if again := l.Current().Find("a").Skill.LoadedAt; !again.Equal(loaded) {
		t.Errorf("the good version was loaded at %s, and now at %s", loaded, again)
	}

	write(t, r.project, "a", text("a", "second"))
	must(t, os.RemoveAll(filepath.Join(r.project, "b")))
	l.Load(t.Context())
	want(t, l.Current(), `a project ready "second"`, `b global ready "global"`)

	must(t, os.Remove(filepath.Join(r.project, "a", skillfile.Name)))
	l.Load(t.Context())
	want(t, l.Current(), `b global ready "global"`)
}

// No path and no link shows another file of the machine to callers.
func TestLinksThatLeaveTheRootAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	r := newRoots(t)
	outside := t.TempDir()
	write(t, outside, "linked", text("linked", "outside"))
	must(t, os.Symlink(filepath.Join(outside, "linked"), filepath.Join(r.project, "linked")))
	must(t, os.Mkdir(filepath.Join(r.project, "file"), 0o700))
	must(t, os.Symlink(filepath.Join(outside, "linked", skillfile.Name), filepath.Join(r.project, "file", skillfile.Name)))
	must(t, os.Mkdir(filepath.Join(r.project, "up"), 0o700))
	must(t, os.Symlink("../../global/inside/"+skillfile.Name, filepath.Join(r.project, "up", skillfile.Name)))
	write(t, r.global, "inside", text("inside", "inside"))
	must(t, os.Symlink("inside", filepath.Join(r.global, "same")))     // inside the root: it is read, and its name is wrong
	must(t, os.Symlink("missing", filepath.Join(r.global, "nowhere"))) // leads nowhere
	must(t, os.WriteFile(filepath.Join(r.global, "a-file"), nil, 0o600))
	must(t, os.Mkdir(filepath.Join(r.global, ".hidden"), 0o700))
	l := r.library(t, clockwork.NewRealClock())
	l.Load(t.Context())
	leads := "is a link that leads out of the root; co"
	want(t, l.Current(),
		`file project broken | skill://project/file/SKILL.md:0: `+leads,
		`inside global ready "inside"`,
		`linked project broken | skill://project/linked/SKILL.md:0: `+leads,
		`same global broken | skill://global/same/SKILL.md:2: name: "inside" must be the name of its f`,
		`up project broken | skill://project/up/SKILL.md:0: `+leads)
}

func TestWhatIsNoFileOfAReasonableSizeIsRefused(t *testing.T) {
	r := newRoots(t)
	write(t, r.project, "large", text("large", "b")+strings.Repeat("x", skillfile.MaxBytes))
	must(t, os.MkdirAll(filepath.Join(r.project, "folder", skillfile.Name), 0o700))
	write(t, r.project, "Upper", text("Upper", "b"))
	l := r.library(t, clockwork.NewRealClock())
	l.Load(t.Context())
	want(t, l.Current(),
		`Upper project broken | skill://project/Upper/SKILL.md:2: name: "Upper" must be 1 to 64 of a-z, 0-`,
		`folder project broken | skill://project/folder/SKILL.md:0: must be a regular file`,
		`large project broken | skill://project/large/SKILL.md:0: is larger than 1 MiB: keep the instructi`)
}

func TestSkillsThatComeWithTheServiceAreReadToo(t *testing.T) {
	l := open(t, clockwork.NewRealClock(), library.Root{Location: skills.LocationProject, Files: fstest.MapFS{
		"a/SKILL.md": {Data: []byte(text("a", "b"))},
	}})
	l.Load(t.Context())
	want(t, l.Current(), `a project ready "b"`)
}

func TestARootThatCannotBeListedKeepsItsSkills(t *testing.T) {
	r := newRoots(t)
	write(t, r.user, "a", text("a", "b"))
	l := r.library(t, clockwork.NewRealClock())
	l.Load(t.Context())
	must(t, os.RemoveAll(r.user))
	must(t, os.WriteFile(r.user, nil, 0o600)) // not a folder
	l.Load(t.Context())
	want(t, l.Current(), `a user stale "b" | skill://user:0: the root cannot be read now`)
	must(t, os.Remove(r.user)) // gone: so are its skills
	l.Load(t.Context())
	want(t, l.Current())
}

// watched runs a library, and returns a function that waits until the skills are as wanted.
func watched(t *testing.T, l *library.Library) (await func(lines ...string)) {
	t.Helper()
	changed, unsubscribe := l.Subscribe()
	t.Cleanup(unsubscribe)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return func(lines ...string) {
		t.Helper()
		began := time.Now()
		never := time.After(20 * time.Second)
		for shown(l.Current()) != strings.Join(append(lines, ""), "\n") {
			select {
			case <-changed:
			case <-never:
				want(t, l.Current(), lines...)
				t.Fatal("it never changes to that")
			}
		}
		t.Logf("seen after %s", time.Since(began).Round(time.Millisecond))
	}
}

func TestAChangeIsSeenByItself(t *testing.T) {
	r := newRoots(t)
	must(t, os.Remove(r.user))
	l := r.library(t, clockwork.NewRealClock())
	await := watched(t, l)

	write(t, r.project, "a", text("a", "first"))
	await(`a project ready "first"`)
	write(t, r.project, "a", text("a", "second"))
	await(`a project ready "second"`)
	write(t, r.project, "a", "broken")
	await(`a project stale "second" | skill://project/a/SKILL.md:1: must begin with a line --- and the front`)
	replaced := filepath.Join(r.project, "a", "SKILL.md.new") // as editors do
	must(t, os.WriteFile(replaced, []byte(text("a", "third")), 0o600))
	must(t, os.Rename(replaced, filepath.Join(r.project, "a", skillfile.Name)))
	await(`a project ready "third"`)
	must(t, os.Rename(filepath.Join(r.project, "a"), filepath.Join(r.global, "a")))
	await(`a global ready "third"`)
	write(t, r.user, "b", text("b", "of a root that was not there"))
	await(`a global ready "third"`, `b user ready "of a root that was not there"`)
	must(t, os.RemoveAll(r.user))
	must(t, os.RemoveAll(filepath.Join(r.global, "a")))
	await()
	write(t, r.user, "b", text("b", "of a root that is there again"))
	await(`b user ready "of a root that is there again"`)
	write(t, r.user, "b", text("b", "and watched again"))
	await(`b user ready "and watched again"`)
}

// Deployments change what a link leads to. Links are followed within the root, and the root itself may be one.
func TestAChangeWhereALinkLeadsIsSeenByItself(t *testing.T) {
	dir := t.TempDir()
	link := func(target, at string) {
		t.Helper()
		must(t, os.Symlink(target, at+".new"))
		must(t, os.Rename(at+".new", at))
	}
	one, two, root := filepath.Join(dir, "releases", "1"), filepath.Join(dir, "releases", "2"), filepath.Join(dir, "current")
	write(t, one, "a", text("a", "of one"))
	write(t, two, "a", text("a", "of two"))
	link(one, root)
	l := open(t, clockwork.NewRealClock(), library.Root{Location: skills.LocationProject, Path: root})
	await := watched(t, l)
	await(`a project ready "of one"`)
	link(two, root)
	await(`a project ready "of two"`)
	write(t, two, "a", text("a", "of two, changed"))
	await(`a project ready "of two, changed"`)

	write(t, filepath.Join(two, "a"), "versions/3", text("a", "deeper"))
	must(t, os.Remove(filepath.Join(two, "a", skillfile.Name)))
	link("versions/3/SKILL.md", filepath.Join(two, "a", skillfile.Name))
	await(`a project ready "deeper"`)
	write(t, filepath.Join(two, "a"), "versions/3", text("a", "deeper, changed"))
	await(`a project ready "deeper, changed"`)

	must(t, os.RemoveAll(root))
	await()
	link(one, root)
	await(`a project ready "of one"`)
}

// A root that stays unreadable is read again every second, but logged only once.
func TestARootThatCannotBeReadIsLoggedOnce(t *testing.T) {
	r := newRoots(t)
	must(t, os.Remove(r.user))
	must(t, os.WriteFile(r.user, nil, 0o600)) // not a folder
	var log strings.Builder
	l, err := library.New(library.Options{
		Roots: []library.Root{{Location: skills.LocationUser, Path: r.user}}, Clock: clockwork.NewRealClock(),
		Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	must(t, err)
	l.Load(t.Context())
	l.Load(t.Context())
	if n := strings.Count(log.String(), "failed to read a root"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
	must(t, os.Remove(r.user))
	l.Load(t.Context())
	must(t, os.WriteFile(r.user, nil, 0o600))
	l.Load(t.Context())
	if n := strings.Count(log.String(), "failed to read a root"); n != 2 {
		t.Errorf("after it was well in between, logged %d times:\n%s", n, log.String())
	}
}

// Network file systems report no changes, so the files are read now and then anyway.
func TestAChangeThatNobodyTellsOfIsSeenLater(t *testing.T) {
	r := newRoots(t)
	clock := clockwork.NewFakeClock()
	files := fstest.MapFS{}
	l := open(t, clock, library.Root{Location: skills.LocationProject, Files: files},
		library.Root{Location: skills.LocationUser, Path: r.user})
	await := watched(t, l)
	must(t, clock.BlockUntilContext(t.Context(), 1))
	files["a/SKILL.md"] = &fstest.MapFile{Data: []byte(text("a", "b"))}
	clock.Advance(30 * time.Second)
	await(`a project ready "b"`)
}
