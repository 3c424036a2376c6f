package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// The networks of the cluster. They exist in the namespaces of the nodes alone: 198.18.0.0/15 is set aside for tests of
// network devices (RFC 2544), and no namespace has a default route, so that no packet leaves the machine.
const (
	apiAddress     = "198.18.0.1" // node 1's, where the control plane is
	serviceNetwork = "10.96.0.0/16"
	apiService     = "10.96.0.1" // the first address of the network of services
	podNetwork     = "10.244.0.0/16"
)

// The same of IPv6, which pods and nodes have too where the kernel does: unique local addresses (RFC 4193).
const (
	serviceNetwork6 = "fd00:10:96::/112"
	podNetwork6     = "fd00:10:244::/48"
)

// hasIPv6 reports whether this machine's kernel speaks it.
func hasIPv6() bool { return exists("/proc/net/if_inet6") }

// families joins what there is of IPv4 with what there is of IPv6.
func families(four, six string) string {
	if hasIPv6() {
		return four + "," + six
	}
	return four
}

func nodeAddress6(n int) string  { return fmt.Sprintf("fd00:198:18::%d", n) }
func podNetwork6Of(n int) string { return fmt.Sprintf("fd00:10:244:%d::/64", n) }

// addIPv6 gives a node its address on a link, and the route to services.
func addIPv6(n int, link string) error {
	if !hasIPv6() {
		return nil
	}
	return all(n, "addr add "+nodeAddress6(n)+"/64 dev "+link+" nodad", "route add "+serviceNetwork6+" dev "+link)
}

func namespaceOf(n int) string     { return fmt.Sprintf("kubebox%d", n) }
func namespacePath(n int) string   { return "/run/netns/" + namespaceOf(n) }
func nodeAddress(n int) string     { return fmt.Sprintf("198.18.0.%d", n) }
func podNetworkOf(n int) string    { return fmt.Sprintf("10.244.%d.0/24", n) }
func nodeName(n int) string        { return fmt.Sprintf("node%d", n) }
func linkName(n int) string        { return fmt.Sprintf("link%d", n) }
func ip(arguments string) error    { return run("ip", strings.Fields(arguments)...) }
func inside(n int, a string) error { return ip("-n " + namespaceOf(n) + " " + a) }

// firstNodeNetwork makes the namespace of node 1, whose bridge joins the nodes.
func firstNodeNetwork() error {
	if err := ip("netns add " + namespaceOf(1)); err != nil {
		return err
	}
	if err := all(1,
		"link set lo up",
		"link add br0 type bridge",
		"addr add "+apiAddress+"/24 dev br0",
		"link set br0 up",
		// kube-proxy rewrites the addresses of services, but only of packets that have a route.
		"route add "+serviceNetwork+" dev br0",
	); err != nil {
		return err
	}
	return addIPv6(1, "br0")
}

// joinNetwork makes the namespace of a further node, and a link between it and the bridge.
func joinNetwork(n int) error {
	if err := ip("netns add " + namespaceOf(n)); err != nil {
		return err
	}
	pair := fmt.Sprintf("link add %s netns %s type veth peer name up0 netns %s", linkName(n), namespaceOf(1), namespaceOf(n))
	if err := ip(pair); err != nil {
		return err
	}
	if err := inside(1, "link set "+linkName(n)+" master br0 up"); err != nil {
		return err
	}
	if err := all(n,
		"link set lo up",
		"addr add "+nodeAddress(n)+"/24 dev up0",
		"link set up0 up",
		"route add "+serviceNetwork+" dev up0",
	); err != nil {
		return err
	}
	if err := addIPv6(n, "up0"); err != nil {
		return err
	}
	for other := 1; other < n; other++ {
		if err := errors.Join(routePods(other, n), routePods(n, other)); err != nil {
			return err
		}
	}
	return nil
}

// routePods tells a node the way to the pods of another one.
func routePods(n, other int) error {
	err := inside(n, "route add "+podNetworkOf(other)+" via "+nodeAddress(other))
	if err == nil && hasIPv6() {
		err = inside(n, "route add "+podNetwork6Of(other)+" via "+nodeAddress6(other))
	}
	return err
}

// all runs ip commands in the namespace of a node, one after the other.
func all(n int, commands ...string) error {
	for _, command := range commands {
		if err := inside(n, command); err != nil {
			return err
		}
	}
	return nil
}

// part cuts a node off from the others, or joins it again. Packets are lost silently, as when a cable is cut: the
// sender hears of nothing.
func part(n int, cut bool) error {
	if n < 2 {
		return fmt.Errorf("node %d: the control plane is on node 1, so another one must be cut off", n)
	}
	if cut {
		return inside(1, "link set "+linkName(n)+" down")
	}
	return inside(1, "link set "+linkName(n)+" up")
}

// removeNetworks removes the namespaces of the nodes, and with them all links.
func removeNetworks() error {
	paths, err := filepath.Glob("/run/netns/kubebox*")
	if err != nil {
		return err
	}
	for _, path := range paths {
		name := filepath.Base(path)
		if err := killInside(name); err != nil {
			return err
		}
		if err := ip("netns del " + name); err != nil {
			return err
		}
	}
	return nil
}

// killInside kills what still runs in a namespace, as servers that a test started there.
func killInside(namespace string) error {
	output, err := exec.Command("ip", "netns", "pids", namespace).Output()
	if err != nil {
		return fmt.Errorf("ip netns pids %s: %w", namespace, err)
	}
	for _, field := range strings.Fields(string(output)) {
		pid, err := strconv.Atoi(field)
		if err != nil {
			return err
		}
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
	}
	return nil
}
