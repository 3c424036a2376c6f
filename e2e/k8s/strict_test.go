//go:build k8s

package k8s

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
)

// strict is a release as an operator has it whose cluster has rules of its own. Its namespace, database and taint have the name too.
const strict = "strict"

// testStrict goes through what such an operator does, from the first install, which forgets a toleration, to the last trace.
func testStrict(t *testing.T, c *cluster) {
	c.mustBeOurs(t)
	if c.database == nil {
		t.Skip("this needs a database of its own on the PostgreSQL beside the cluster")
	}
	c.provideStrict(t)
	for _, task := range []struct {
		name string
		do   func(*testing.T, *cluster)
	}{
		{"tainted nodes, and no toleration", strictWithoutTolerations},
		{"tainted nodes, sidecars, restricted", strictInstall},
		{"own authority of the database", strictDatabase},
		{"certificates are renewed", strictRenewal},
		{"IPv6 service", strictIPv6},
		{"mode switch and Recreate", strictModes},
		{"uninstall to nothing", strictUninstall},
	} {
		began := time.Now()
		if !t.Run(task.name, func(t *testing.T) { task.do(t, c) }) {
			c.explain(t, "-n", strict)
			return
		}
		measured.add("an operator's tasks: "+task.name, seconds(time.Since(began)), "done")
	}
}

// provideStrict makes what the strict release is installed on: a node of its own, a namespace, and a database that takes TLS only.
func (c *cluster) provideStrict(t *testing.T) {
	t.Helper()
	node := c.otherNode(t)
	t.Cleanup(func() { // the cluster may be gone
		_, _ = c.helm("uninstall", strict, "--ignore-not-found")
		_, _ = c.tryKubectl("", "delete", "namespace", strict, "--wait=false", "--ignore-not-found")
		_, _ = c.tryKubectl("", "taint", "nodes", node, strict+"-")
		_, _ = c.tryKubectl("", "label", "nodes", node, "pool-")
	})
	c.kubectl(t, "taint", "nodes", node, strict+"=:NoSchedule")
	c.kubectl(t, "label", "nodes", node, "pool="+strict)
	c.kubectl(t, "create", "namespace", strict)
	c.kubectl(t, "label", "namespace", strict, "pod-security.kubernetes.io/enforce=restricted")
	c.database.make(t, strict)
	c.kubectlWith(t, fmt.Sprintf(service, "postgresql", 5432, hostAddress), "-n", strict, "apply", "-f", "-")
	c.inStrict(t, "create", "secret", "generic", "postgres-ca", "--from-literal=ca.crt="+string(c.database.authority))
	for name, role := range map[string]string{"strict-database": "app", "strict-database-ddl": "owner"} {
		url := fmt.Sprintf("postgres://%s:%s@postgresql:5432/%s?sslmode=verify-full&sslrootcert=/etc/postgres/ca.crt", role, role, strict)
		c.inStrict(t, "create", "secret", "generic", name, "--from-literal=url="+url)
	}
}

func (c *cluster) inStrict(t *testing.T, arguments ...string) string {
	t.Helper()
	return c.kubectl(t, append([]string{"-n", strict}, arguments...)...)
}

// upgradeStrict installs the release, or changes its values.
func (c *cluster) upgradeStrict(t *testing.T, more ...string) error {
	t.Helper()
	arguments := []string{
		"upgrade", "--install", strict, chart(t), "--wait", "--timeout=3m", "--values", repository(t, "e2e/k8s/testdata/strict.yaml"),
		"--set", "image.registry=" + *registry, "--set", "image.tag=" + *tag,
	}
	if c.hasIPv6(t) {
		const both = `{"ipFamilyPolicy": "RequireDualStack", "ipFamilies": ["IPv6", "IPv4"]}`
		arguments = append(arguments, "--set-json", "services.gateway.service="+both)
	}
	_, err := c.helm(append(arguments, more...)...)
	return err
}

// Helm only says that its time is over; the README says where the reason is.
func strictWithoutTolerations(t *testing.T, c *cluster) {
	err := c.upgradeStrict(t, "--timeout=5s", "--set-json", "defaults.tolerations=[]")
	if err == nil {
		t.Fatal("a release that tolerates nothing is installed on tainted nodes")
	}
	t.Log(err)
	said := c.inStrict(t, "get", "events", "--field-selector", "reason=FailedScheduling", "-o", "jsonpath={.items[*].message}")
	if !strings.Contains(said, "untolerated taint") {
		t.Errorf("the events say %q", said)
	}
}

// placed is a pod, as far as it says where it may run and what is in it.
type placed struct {
	Metadata struct {
		Name   string            `json:"name"`
		Labels map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		NodeSelector   map[string]string `json:"nodeSelector"`
		Tolerations    []named           `json:"tolerations"`
		InitContainers []named           `json:"initContainers"`
		Containers     []named           `json:"containers"`
	} `json:"spec"`
}

type named struct{ Name, Key string }

// strictInstall installs the release after all, over the one that failed, and looks at the pods of programs and Jobs.
func strictInstall(t *testing.T, c *cluster) {
	if err := c.upgradeStrict(t); err != nil {
		t.Fatal(err)
	}
	if _, err := c.helm("test", strict, "--timeout=2m"); err != nil {
		t.Error(err)
	}
	c.judgeStrictPods(t, "certs", "gateway", "masjid-svc", "migrations", "registry-svc", "tasks-svc")
}

// judgeStrictPods fails the test unless there are pods of these components, each as the values say.
func (c *cluster) judgeStrictPods(t *testing.T, components ...string) {
	t.Helper()
	var list struct {
		Items []placed `json:"items"`
	}
	c.get(t, &list, "-n", strict, "pods")
	var seen []string
	for _, pod := range list.Items {
		component := pod.Metadata.Labels["app.kubernetes.io/component"]
		seen = append(seen, component)
		tolerates := slices.ContainsFunc(pod.Spec.Tolerations, func(n named) bool { return n.Key == strict })
		proxied := slices.ContainsFunc(pod.Spec.InitContainers, func(n named) bool { return n.Name == "proxy" })
		if pod.Spec.NodeSelector["pool"] != strict || !tolerates || !proxied {
			t.Errorf("the pod %s has nodeSelector %v, tolerates the taint: %t, has the proxy: %t",
				pod.Metadata.Name, pod.Spec.NodeSelector, tolerates, proxied)
		}
		beside := slices.ContainsFunc(pod.Spec.Containers, func(n named) bool { return n.Name == "beside" })
		if program := component != "certs" && component != "migrations"; beside != program {
			t.Errorf("the pod %s has a container beside it: %t", pod.Metadata.Name, beside)
		}
	}
	slices.Sort(seen)
	if seen = slices.Compact(seen); !slices.Equal(seen, components) {
		t.Errorf("there are pods of %v, want %v", seen, components)
	}
}

// strictDatabase looks at who is connected, and how: only the release's pods know the authority.
func strictDatabase(t *testing.T, c *cluster) {
	const connections = `SELECT count(*) FILTER (WHERE ssl) || ' ' || count(*) FILTER (WHERE NOT ssl)
		FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE datname = '` + strict + `' AND usename = 'app'`
	if got := c.database.sql(t, "postgres", connections); strings.HasPrefix(got, "0 ") || !strings.HasSuffix(got, " 0") {
		t.Errorf("connections with TLS and without: %s", got)
	}
	const migrated = `SELECT count(*) > 0 FROM pg_tables WHERE tablename = 'tasks' AND tableowner = 'owner'`
	if got := c.database.sql(t, strict, migrated); got != "t" {
		t.Errorf("the owner has the table of tasks: %s", got)
	}
}

// strictRenewal runs the CronJob now.
func strictRenewal(t *testing.T, c *cluster) {
	c.inStrict(t, "create", "job", "renewal", "--from=cronjob/"+strict+"-salaatflow-certs")
	c.inStrict(t, "wait", "--for=condition=Complete", "job/renewal", "--timeout=60s")
	c.judgeStrictPods(t, "certs", "gateway", "masjid-svc", "migrations", "registry-svc", "tasks-svc")
}

// hasIPv6 reports whether the nodes have addresses of both families.
func (c *cluster) hasIPv6(t *testing.T) bool {
	t.Helper()
	addresses := c.kubectl(t, "get", "nodes", "-o", `jsonpath={.items[0].status.addresses[?(@.type=="InternalIP")].address}`)
	return strings.Contains(addresses, ":")
}

// strictIPv6 calls the gateway by the IPv6 address of its Service, which is the first that it has.
func strictIPv6(t *testing.T, c *cluster) {
	if !c.hasIPv6(t) {
		t.Skip("the nodes have no IPv6: the kernel of this machine lacks it")
	}
	addresses := strings.Fields(c.inStrict(t, "get", "service", strict+"-salaatflow-gateway", "-o", "jsonpath={.spec.clusterIPs[*]}"))
	if len(addresses) != 2 || net.ParseIP(addresses[0]).To4() != nil || net.ParseIP(addresses[1]).To4() == nil {
		t.Fatalf("the Service has the addresses %v, want one of IPv6 and one of IPv4", addresses)
	}
	for _, address := range addresses {
		const ask = `exec 3<>"/dev/tcp/$0/80" && printf 'GET /api/v1/tools HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3 && timeout 10 cat <&3`
		answer, err := run("", *machine, "in", "1", "bash", "-c", ask, address)
		if status, _, _ := strings.Cut(answer, "\r\n"); err != nil || !strings.Contains(status, " 200 ") {
			t.Errorf("by %s the gateway answers %q: %v", address, status, err)
		}
	}
}

// strictModes has each pod migrate, and all pods end before new ones start; and goes back.
func strictModes(t *testing.T, c *cluster) {
	const state = `jsonpath={.spec.strategy.type} {.spec.strategy.rollingUpdate.maxSurge} ` +
		`{.spec.template.spec.initContainers[?(@.name=="migrate-tasks-svc")].args[0]}`
	for _, change := range []struct {
		values []string
		want   string
	}{
		{[]string{"--set", "migrations.mode=initContainer", "--set", "defaults.strategy.type=Recreate"}, "Recreate  migrate"},
		{nil, "RollingUpdate 1 version"},
	} {
		if err := c.upgradeStrict(t, change.values...); err != nil {
			t.Fatal(err)
		}
		if got := c.inStrict(t, "get", "deployment", strict+"-salaatflow-tasks-svc", "-o", state); got != change.want {
			t.Errorf("%v: the Deployment has %q, want %q", change.values, got, change.want)
		}
	}
}

// strictUninstall removes all, and nothing of what the operator made.
func strictUninstall(t *testing.T, c *cluster) {
	if _, err := c.helm("uninstall", strict, "--wait"); err != nil {
		t.Fatal(err)
	}
	c.leaveNothing(t, strict, strict)
	c.inStrict(t, "get", "secret", "postgres-ca", "strict-database", "strict-database-ddl")
}

// leaveNothing runs the README's one command on what an uninstall leaves in a namespace, and waits until no object of any kind, in
// any namespace, is left of the release.
func (c *cluster) leaveNothing(t *testing.T, of, where string) {
	t.Helper()
	selector := "app.kubernetes.io/instance=" + of
	c.kubectl(t, "-n", where, "delete", "job,pvc,secret", "--selector", selector)
	var kinds []string
	for _, kind := range strings.Fields(c.kubectl(t, "api-resources", "--verbs=list,delete", "-o", "name")) {
		if !strings.HasSuffix(kind, ".metrics.k8s.io") { // figures of pods, which go after them
			kinds = append(kinds, kind)
		}
	}
	left := ""
	defer func() {
		if left != "" {
			t.Logf("what is left: %s", left)
		}
	}()
	eventually(t, "nothing is left, the last pods ended too", time.Minute, func() bool {
		left = c.kubectl(t, "get", strings.Join(kinds, ","), "--all-namespaces", "-l", selector, "-o", "name")
		return left == ""
	})
}
