package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// needed are the programs that the cluster is made of besides kubebox, with the Debian packages that have them.
var needed = []struct{ program, debianPackage string }{
	{"ip", "iproute2"},
	{"nsenter", "util-linux"},
	{"sysctl", "procps"},
	{"nft", "nftables"},
	{"conntrack", "conntrack"},
	{"runc", "runc"},
	{"containerd", "containerd"},
	{"ctr", "containerd"},
	{"/usr/lib/cni/bridge", "containernetworking-plugins"},
}

var folders = []string{"bin", "log", "pid"}

// up brings the cluster up. When that fails, what was started stays, to be looked at, until the cluster is taken down.
func (c *cluster) up(images []string) error {
	if err := c.check(); err != nil {
		return err
	}
	for _, folder := range folders {
		if err := os.MkdirAll(c.path(folder), 0o700); err != nil {
			return err
		}
	}
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"the machine's settings", c.saveSysctls},
		{"the components", c.linkComponents},
		{"the network", firstNodeNetwork},
		{"the control plane", c.startControlPlane},
		{"the nodes", func() error { return c.startNodes(images) }},
		{"DNS", c.startDNS},
		{"metrics", c.startMetrics},
		{"readiness", c.awaitNodes},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w; the logs are in %s, and \"cluster down\" clears up", step.what, err, c.path("log"))
		}
	}
	return nil
}

// check says what is missing, and refuses to make a second cluster.
func (c *cluster) check() error {
	var missing []string
	for _, need := range needed {
		if _, err := exec.LookPath(need.program); err != nil && !slices.Contains(missing, need.debianPackage) {
			missing = append(missing, need.debianPackage)
		}
	}
	if len(missing) > 0 {
		return errors.New("missing: apt-get install --no-install-recommends " + strings.Join(missing, " "))
	}
	if _, err := os.Stat(c.kubebox); err != nil {
		return fmt.Errorf("the program kubebox: %w: \"make kubebox\" builds it", err)
	}
	for _, trace := range []string{c.dir, namespacePath(1)} {
		if exists(trace) {
			return fmt.Errorf("%s is there: a cluster is up, or was not taken down with \"cluster down\"", trace)
		}
	}
	return nil
}

func (c *cluster) linkComponents() error {
	for _, component := range []string{
		"etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy", "kubectl", "coredns", "metrics-server",
	} {
		if err := os.Symlink(c.kubebox, c.program(component)); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) kubectl(arguments ...string) error {
	return run(c.program("kubectl"), append([]string{"--kubeconfig", c.path("kubeconfig")}, arguments...)...)
}
