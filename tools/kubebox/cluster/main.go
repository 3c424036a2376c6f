// Command cluster brings a real Kubernetes up on this machine, and takes it down again. Its nodes are network namespaces
// without a way out; in each run containerd, kubelet and kube-proxy, and in the first one also the control plane, DNS and
// metrics. It needs root, and Debian's packages that it names when they are missing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

const usage = `cluster [flags] COMMAND

  up IMAGE.tar...      bring the cluster up, with these images on every node: the pause image, tagged
                       localhost/pause:kubebox, must be among them. DIR/kubeconfig then reaches it from this machine
  down                 take it down, and leave nothing behind
  load IMAGE.tar...    load images on every node
  in NODE COMMAND...   run a command in the network of a node: 1, 2, ...
  kill POD...          send SIGKILL to the processes of pods, by their UIDs
  cut NODE             cut a node off from the others
  join NODE            join it again

`

func main() {
	var c cluster
	flag.StringVar(&c.dir, "dir", "/var/tmp/kubebox", "keep all that is the cluster's in this folder")
	flag.StringVar(&c.kubebox, "kubebox", "", "the program kubebox; by default the one beside this program")
	flag.IntVar(&c.nodes, "nodes", 2, "bring up so many nodes")
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := c.command(flag.Arg(0), flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

// cluster is the cluster of this machine. There can be one at a time, since the names of its namespaces are fixed.
type cluster struct {
	dir     string // absolute
	kubebox string
	nodes   int
}

func (c *cluster) command(name string, arguments []string) error {
	if os.Getuid() != 0 {
		return errors.New("run it as root: it makes network namespaces, mounts and cgroups")
	}
	if err := c.resolve(); err != nil {
		return err
	}
	switch name {
	case "up":
		return c.up(arguments)
	case "down":
		return c.down()
	case "load":
		return c.eachNode(func(n int) error { return c.loadImages(n, arguments) })
	case "forward": // what up starts for DIR/kubeconfig
		return forward()
	case "kill":
		return killPods(arguments)
	case "cut":
		return withNode(arguments, func(n int, _ []string) error { return part(n, true) })
	case "join":
		return withNode(arguments, func(n int, _ []string) error { return part(n, false) })
	case "in":
		return withNode(arguments, become)
	}
	return fmt.Errorf("%s is no command", name)
}

// withNode takes the number of a node from the arguments, and passes the rest on.
func withNode(arguments []string, do func(int, []string) error) error {
	if len(arguments) == 0 {
		return errors.New("which node? 1, 2, …")
	}
	n, err := strconv.Atoi(arguments[0])
	if err != nil {
		return fmt.Errorf("%q is no number of a node: %w", arguments[0], err)
	}
	return do(n, arguments[1:])
}

// become goes on as a command in the network of a node.
func become(n int, command []string) error {
	if len(command) == 0 {
		return errors.New("which command?")
	}
	return syscall.Exec("/usr/bin/nsenter", enter(n, command...), os.Environ())
}

func (c *cluster) resolve() error {
	dir, err := filepath.Abs(c.dir)
	if err != nil {
		return err
	}
	c.dir = dir
	if c.kubebox == "" {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		c.kubebox = filepath.Join(filepath.Dir(self), "kubebox")
	}
	c.kubebox, err = filepath.Abs(c.kubebox)
	return err
}

func (c *cluster) path(parts ...string) string {
	return filepath.Join(append([]string{c.dir}, parts...)...)
}

// program returns the path of a component of kubebox, which is a link to it.
func (c *cluster) program(component string) string { return c.path("bin", component) }

// eachNode does something for each node that has been made.
func (c *cluster) eachNode(do func(n int) error) error {
	for n := 1; exists(c.nodeFolder(n)); n++ {
		if err := do(n); err != nil {
			return fmt.Errorf("%s: %w", nodeName(n), err)
		}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
