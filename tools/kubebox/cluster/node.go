package main

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

const (
	containerdReady = 15 * time.Second
	nodesReady      = 60 * time.Second
)

func (c *cluster) nodeFolder(n int) string            { return c.path(fmt.Sprintf("n%d", n)) }
func (c *cluster) nodeFile(n int, name string) string { return c.path(fmt.Sprintf("n%d", n), name) }

// node is what the files in config/ say of a node. Pods6 is empty without IPv6.
type node struct {
	Name, Node, Address, Folder, PKI, Kubeconfig, DNS, Pods, Pods6, PodNetwork string
}

// startNodes joins the nodes, and starts them side by side: most of the time goes into their images.
func (c *cluster) startNodes(images []string) error {
	for n := 2; n <= c.nodes; n++ {
		if err := joinNetwork(n); err != nil {
			return fmt.Errorf("%s: %w", nodeName(n), err)
		}
	}
	failed := make([]error, c.nodes)
	var starting sync.WaitGroup
	for n := 1; n <= c.nodes; n++ {
		starting.Go(func() {
			if err := c.startNode(n, images); err != nil {
				failed[n-1] = fmt.Errorf("%s: %w", nodeName(n), err)
			}
		})
	}
	starting.Wait()
	return errors.Join(failed...)
}

// startNode starts containerd, kubelet and kube-proxy in the network of the node.
func (c *cluster) startNode(n int, images []string) error {
	if err := forwardPackets(n); err != nil {
		return err
	}
	if err := c.writeNodeFiles(n); err != nil {
		return err
	}
	if err := makeCgroups(n); err != nil {
		return err
	}
	if err := c.start(n, fmt.Sprintf("containerd%d", n), "/usr/bin/containerd", "-c", c.nodeFile(n, "containerd.toml")); err != nil {
		return err
	}
	if err := eventually(containerdReady, "containerd does not answer", func() bool { return c.ctr(n, "version") == nil }); err != nil {
		return err
	}
	if err := c.loadImages(n, images); err != nil {
		return err
	}
	err := c.start(n, fmt.Sprintf("kubelet%d", n), c.program("kubelet"),
		"--kubeconfig="+c.path(nodeName(n)+".kubeconfig"), "--config="+c.nodeFile(n, "kubelet.yaml"),
		"--root-dir="+c.nodeFile(n, "kubelet"), "--cert-dir="+c.nodeFile(n, "pki"),
		"--hostname-override="+nodeName(n), "--node-ip="+families(nodeAddress(n), nodeAddress6(n)))
	if err != nil {
		return err
	}
	return c.start(n, fmt.Sprintf("kube-proxy%d", n), c.program("kube-proxy"), "--config="+c.nodeFile(n, "kube-proxy.yaml"))
}

// forwardPackets makes a router of a node, which passes on what its pods send.
func forwardPackets(n int) error {
	settings := []string{"net.ipv4.ip_forward=1"}
	if hasIPv6() {
		settings = append(settings, "net.ipv6.conf.all.forwarding=1")
	}
	return run("nsenter", append([]string{"--net=" + namespacePath(n), "sysctl", "-qw"}, settings...)...)
}

func (c *cluster) writeNodeFiles(n int) error {
	if err := os.MkdirAll(c.nodeFile(n, "cni"), 0o700); err != nil {
		return err
	}
	values := node{
		Name: namespaceOf(n), Node: nodeName(n), Address: nodeAddress(n), Folder: c.nodeFolder(n), PKI: c.path("pki"),
		Kubeconfig: c.path("inside.kubeconfig"), DNS: apiAddress, Pods: podNetworkOf(n), PodNetwork: families(podNetwork, podNetwork6),
	}
	if hasIPv6() {
		values.Pods6 = podNetwork6Of(n)
	}
	for name, target := range map[string]string{
		"cni.json":        "cni/pods.conflist",
		"containerd.toml": "containerd.toml",
		"kubelet.yaml":    "kubelet.yaml",
		"kube-proxy.yaml": "kube-proxy.yaml",
	} {
		if err := render(name, c.nodeFile(n, target), values); err != nil {
			return err
		}
	}
	return os.WriteFile(c.nodeFile(n, "resolv.conf"), []byte("nameserver "+apiAddress+"\n"), 0o644)
}

func (c *cluster) loadImages(n int, images []string) error {
	for _, image := range images {
		if err := c.ctr(n, "images", "import", image); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) ctr(n int, arguments ...string) error {
	return run("ctr", append([]string{"-a", c.nodeFile(n, "c.sock"), "-n", "k8s.io"}, arguments...)...)
}

func (c *cluster) awaitNodes() error {
	return c.eachNode(func(n int) error {
		return eventually(nodesReady, "is not ready", func() bool {
			return c.kubectl("wait", "--for=condition=Ready", "node/"+nodeName(n), "--timeout=20s") == nil
		})
	})
}
