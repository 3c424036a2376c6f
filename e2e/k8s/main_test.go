//go:build k8s

package k8s

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"
)

var (
	kubeconfig  = flag.String("kubeconfig", os.Getenv("KUBECONFIG"), "the cluster")
	machine     = flag.String("cluster", "", "the program that made the cluster (tools/kubebox/cluster); empty: somebody else's cluster")
	kubectlBin  = flag.String("kubectl", "kubectl", "the program kubectl")
	helmBin     = flag.String("helm", "helm", "the program helm")
	registry    = flag.String("image-registry", "localhost", "where the images are")
	tag         = flag.String("image-tag", "e2e", "the tag of the images")
	nextTag     = flag.String("next-image-tag", "e2e-next", "the tag of a later tasks-svc, whose schema has one migration more")
	databaseURL = flag.String("database-url", "", "an empty PostgreSQL that the cluster reaches; by default one is started beside it")
	redisURL    = flag.String("redis-url", "", "a Redis that the cluster reaches; by default one is started beside it")
	crds        = flag.String("crds", "", "files or folders of custom resource definitions to apply first, with spaces between them")
	figuresFile = flag.String("figures", "", "write the figures into this page")
	namespace   = flag.String("namespace", "salaatflow", "install here; the namespace is made, and deleted in the end")
)

// release is the name of the Helm release, and so the beginning of the names of all objects.
const release = "salaatflow"

func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if theRelease != nil {
		theRelease.end()
	}
	if flag.Lookup("test.run").Value.String() == "" { // figures of a part would take the place of those of all
		if err := measured.write(*figuresFile); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// The tests share one release, which the first of them installs. Each leaves it as it was, so that any can be run by itself.

func TestTheAPIServerAcceptsEveryObject(t *testing.T) { beside(t, testDryRun) }
func TestNothingIsOutOfSync(t *testing.T)             { part(t, testRendered) }
func TestSmoke(t *testing.T)                          { part(t, testSmoke) }
func TestRollingRestart(t *testing.T)                 { part(t, testRollingRestart) }
func TestAPodIsKilled(t *testing.T)                   { part(t, testKill) }
func TestMoreReplicas(t *testing.T)                   { part(t, testScale) }
func TestAutoscaling(t *testing.T)                    { part(t, testAutoscaling) }
func TestANodeIsCutOff(t *testing.T)                  { part(t, testPartition) }
func TestANodeIsDrained(t *testing.T)                 { part(t, testDrain) }
func TestTheDatabaseIsAway(t *testing.T)              { part(t, testDatabaseAway) }
func TestUpgradeAndRollback(t *testing.T)             { part(t, testUpgrade) }
func TestAFailedUpgradeIsLeft(t *testing.T)           { part(t, testFailedUpgrade) }
func TestASmallReleaseBesideIt(t *testing.T)          { beside(t, testSmall) }
func TestAClusterWithRulesOfItsOwn(t *testing.T)      { beside(t, testStrict) }

func part(t *testing.T, test func(*testing.T, *cluster)) {
	c := installed(t)
	began := time.Now()
	test(t, c)
	fmt.Printf("##### %s: %.0f s\n", t.Name(), time.Since(began).Seconds())
}

// beside is a part that changes nothing of the release, and measures no calls: it runs beside others of its kind, after the rest.
func beside(t *testing.T, test func(*testing.T, *cluster)) {
	installed(t)
	t.Parallel()
	part(t, test)
}
