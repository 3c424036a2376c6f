package main

import (
	"crypto/x509/pkix"
	"errors"
	"net"
	"os"
	"time"
)

const (
	etcdAddress = "http://127.0.0.1:2379" // the namespace's own loopback
	etcdPeers   = "http://127.0.0.1:2380"
	apiReady    = 60 * time.Second
)

// startControlPlane starts etcd, the API server, its door to this machine, the controllers and the scheduler.
func (c *cluster) startControlPlane() error {
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer func() { _ = door.Close() }() // the process that forwards has it
	if err := c.issueCertificates(door.Addr().String()); err != nil {
		return err
	}
	for _, start := range []func() error{
		c.startEtcd, c.startAPIServer, func() error { return c.startForward(door.(*net.TCPListener)) }, c.awaitAPI, c.startControllers,
		c.startScheduler,
	} {
		if err := start(); err != nil {
			return err
		}
	}
	return nil
}

// issueCertificates makes the cluster's certificates and kubeconfigs: DIR/kubeconfig is for this machine, and
// DIR/inside.kubeconfig for what runs in the namespaces.
func (c *cluster) issueCertificates(door string) error {
	p, err := newPKI(c.path("pki"))
	if err != nil {
		return err
	}
	administrator := pkix.Name{CommonName: "admin", Organization: []string{"system:masters"}}
	err = errors.Join(
		p.issue("apiserver", pkix.Name{CommonName: "kube-apiserver"}, []string{"kubernetes.default.svc"}, "127.0.0.1", apiAddress, apiService),
		p.issue("admin", administrator, nil),
		p.issue("front-proxy", pkix.Name{CommonName: "front-proxy"}, nil),
	)
	for n := 1; n <= c.nodes; n++ {
		name := pkix.Name{CommonName: "system:node:" + nodeName(n), Organization: []string{"system:nodes"}}
		err = errors.Join(err, p.issue(nodeName(n), name, nil), p.kubeconfig(c.path(nodeName(n)+".kubeconfig"), nodeName(n), apiAddress+":6443"))
	}
	return errors.Join(err,
		p.kubeconfig(c.path("kubeconfig"), "admin", door),
		p.kubeconfig(c.path("inside.kubeconfig"), "admin", apiAddress+":6443"),
	)
}

func (c *cluster) startEtcd() error {
	return c.start(1, "etcd", c.program("etcd"),
		"--data-dir", c.path("etcd"),
		"--listen-client-urls", etcdAddress, "--advertise-client-urls", etcdAddress,
		"--listen-peer-urls", etcdPeers, "--initial-advertise-peer-urls", etcdPeers, "--initial-cluster", "default="+etcdPeers,
		"--unsafe-no-fsync", "--log-level", "warn")
}

func (c *cluster) startAPIServer() error {
	pki := func(name string) string { return c.path("pki", name) }
	return c.start(1, "kube-apiserver", c.program("kube-apiserver"),
		"--etcd-servers="+etcdAddress,
		"--bind-address="+apiAddress, "--secure-port=6443", "--advertise-address="+apiAddress,
		"--tls-cert-file="+pki("apiserver.crt"), "--tls-private-key-file="+pki("apiserver.key"),
		"--client-ca-file="+pki("ca.crt"),
		"--requestheader-client-ca-file="+pki("ca.crt"), "--requestheader-allowed-names=front-proxy",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-", "--requestheader-group-headers=X-Remote-Group",
		"--requestheader-username-headers=X-Remote-User",
		"--proxy-client-cert-file="+pki("front-proxy.crt"), "--proxy-client-key-file="+pki("front-proxy.key"),
		"--kubelet-client-certificate="+pki("admin.crt"), "--kubelet-client-key="+pki("admin.key"),
		"--kubelet-preferred-address-types=InternalIP",
		"--service-cluster-ip-range="+families(serviceNetwork, serviceNetwork6),
		"--authorization-mode=Node,RBAC", "--enable-admission-plugins=NodeRestriction",
		"--service-account-key-file="+pki("sa.key"), "--service-account-signing-key-file="+pki("sa.key"),
		"--service-account-issuer=https://kubernetes.default.svc.cluster.local",
		"--allow-privileged=true", "--profiling=false")
}

// awaitAPI waits until the API server serves.
func (c *cluster) awaitAPI() error {
	return eventually(apiReady, "the API server is not ready", func() bool { return c.kubectl("get", "--raw", "/readyz") == nil })
}

// startControllers starts the controllers. Autoscaling looks every few seconds, so that a test sees it work.
func (c *cluster) startControllers() error {
	return c.start(1, "kube-controller-manager", append(c.asAdmin("kube-controller-manager"),
		"--service-account-private-key-file="+c.path("pki", "sa.key"), "--root-ca-file="+c.path("pki", "ca.crt"),
		"--cluster-signing-cert-file="+c.path("pki", "ca.crt"), "--cluster-signing-key-file="+c.path("pki", "ca.key"),
		"--use-service-account-credentials",
		"--horizontal-pod-autoscaler-sync-period=5s", "--horizontal-pod-autoscaler-initial-readiness-delay=5s",
		"--horizontal-pod-autoscaler-cpu-initialization-period=10s", "--horizontal-pod-autoscaler-downscale-stabilization=10s")...)
}

func (c *cluster) startScheduler() error {
	return c.start(1, "kube-scheduler", c.asAdmin("kube-scheduler")...)
}

// asAdmin returns the command of a component that acts as the administrator and is alone.
func (c *cluster) asAdmin(component string) []string {
	file := c.path("inside.kubeconfig")
	return []string{
		c.program(component), "--kubeconfig=" + file, "--authentication-kubeconfig=" + file, "--authorization-kubeconfig=" + file,
		"--bind-address=127.0.0.1", "--leader-elect=false",
	}
}

func (c *cluster) startDNS() error {
	values := map[string]string{"Address": apiAddress, "Kubeconfig": c.path("inside.kubeconfig")}
	if err := render("Corefile", c.path("Corefile"), values); err != nil {
		return err
	}
	return c.start(1, "coredns", c.program("coredns"), "-conf", c.path("Corefile"))
}

func (c *cluster) startMetrics() error {
	file := c.path("inside.kubeconfig")
	err := c.start(1, "metrics-server", c.program("metrics-server"),
		"--kubeconfig="+file, "--authentication-kubeconfig="+file, "--authorization-kubeconfig="+file,
		"--secure-port=4443", "--bind-address="+apiAddress, "--cert-dir="+c.path("pki", "metrics-server"),
		"--kubelet-insecure-tls", "--kubelet-preferred-address-types=InternalIP",
		"--metric-resolution=10s", "--kubelet-request-timeout=5s")
	if err != nil {
		return err
	}
	manifest := c.path("metrics-server.yaml")
	if err := render("metrics-server.yaml", manifest, map[string]string{"Address": apiAddress}); err != nil {
		return err
	}
	return c.kubectl("apply", "-f", manifest)
}

// startForward starts the process that answers at the door of this machine for the API server.
func (c *cluster) startForward(door *net.TCPListener) error {
	file, err := door.File()
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // the process has it
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return c.startCommand("forward", []string{self, "-dir", c.dir + "/", "forward"}, []*os.File{file})
}
