// Command kubebox is a whole Kubernetes in one program: the control plane, what runs on a node, DNS, metrics, and kubectl.
// It is called as "kubebox COMPONENT ...", or through a link that is named after the component. Package cluster, beside it,
// starts all of them.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	kubeproxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
	metricsserver "sigs.k8s.io/metrics-server/cmd/metrics-server/app"

	// What Kubernetes' own main packages register.
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"

	// The plugins of the DNS server that a cluster needs.
	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/cache"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/ready"
)

// components are Kubernetes' own programs by name, each a command line of its own.
var components = map[string]func() *cobra.Command{
	"kube-apiserver":          apiserver.NewAPIServerCommand,
	"kube-controller-manager": controllermanager.NewControllerManagerCommand,
	"kube-scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
	"kube-proxy":              kubeproxy.NewProxyCommand,
	"kubelet":                 func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) },
	"kubectl":                 kubectl.NewDefaultKubectlCommand,
	"metrics-server": func() *cobra.Command {
		return metricsserver.NewMetricsServerCommand(genericapiserver.SetupSignalHandler())
	},
}

func main() {
	name := filepath.Base(os.Args[0])
	if name == "kubebox" {
		if len(os.Args) < 2 {
			fail("name a component")
		}
		name = os.Args[1]
		os.Args = os.Args[1:]
	}
	switch name {
	case "etcd":
		etcdmain.Main(os.Args)
	case "coredns":
		dnsserver.Directives = []string{"bind", "ready", "errors", "cache", "kubernetes"}
		coremain.Run()
	default:
		command, known := components[name]
		if !known {
			fail(fmt.Sprintf("%q is no component", name))
		}
		os.Exit(cli.Run(command()))
	}
}

func fail(problem string) {
	names := append(slices.Collect(maps.Keys(components)), "etcd", "coredns")
	slices.Sort(names)
	fmt.Fprintf(os.Stderr, "kubebox: %s: one of %s\n", problem, strings.Join(names, ", "))
	os.Exit(2)
}
