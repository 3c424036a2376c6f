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
	if err := measured.write(*figuresFile); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// TestTheChartOnACluster is one test, since its parts follow on one another: what is installed first is upgraded last.
func TestTheChartOnACluster(t *testing.T) {
	if *kubeconfig == "" {
		t.Fatal("-kubeconfig: name the cluster, or run \"make e2e-k8s\", which brings one up")
	}
	if *machine == "" && (*databaseURL == "" || *redisURL == "") {
		t.Fatal("-database-url, -redis-url: name what somebody else's cluster is to use")
	}
	c := newCluster(t)
	parts := []struct {
		name string
		test func(*testing.T, *cluster)
	}{
		{"the API server accepts every object", testDryRun},
		{"install", testInstall},
		{"smoke", testSmoke},
		{"rolling restart", testRollingRestart},
		{"a pod is killed", testKill},
		{"a node is drained", testDrain},
		{"more replicas", testScale},
		{"autoscaling", testAutoscaling},
		{"a node is cut off", testPartition},
		{"the database is away", testDatabaseAway},
		{"upgrade and rollback", testUpgrade},
		{"a small release beside it", testSmall},
	}
	for _, part := range parts {
		began := time.Now()
		ok := t.Run(part.name, func(t *testing.T) { part.test(t, c) })
		fmt.Printf("##### %s: %.0f s\n", part.name, time.Since(began).Seconds())
		if !ok && part.name == "install" {
			t.Fatal("nothing is installed, so nothing else can be tested")
		}
	}
}
