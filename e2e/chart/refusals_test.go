//go:build chart

package chart

import (
	"strings"
	"testing"
)

// What could not work is refused before anything is installed, with what is wrong, where, and what would be right.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		example string // "" is the chart without values
		set     []string
		want    []string
	}{
		"plain text without a credential": {
			set:  []string{"tls.mode=none"},
			want: []string{"tls.mode is none and credential.existingSecret is empty", "kubectl create secret", "certManager"},
		},
		"cert-manager without an issuer": {
			example: "production", set: []string{"tls.mode=certManager"},
			want: []string{"tls.certManager.issuerRef.name is empty", "ClusterIssuer"},
		},
		"an unknown way to certificates": {
			example: "production", set: []string{"tls.mode=mesh"}, want: []string{"/tls/mode", "'certManager'"},
		},
		"a setting of old": {
			example: "production", set: []string{"credential.insecure=true"}, want: []string{"/credential", "'insecure' not allowed"},
		},
		"no database": {
			want: []string{"services.users: database.existingSecret is empty", "postgres://", "sqlite"},
		},
		"SQLite with replicas": {
			example: "dev", set: []string{"services.tasks.replicas=2"},
			want: []string{"services.tasks: 2 replicas cannot work with SQLite", "replicas to 1", "postgresql"},
		},
		"SQLite with an autoscaler": {
			example: "dev", set: []string{"services.tasks.autoscaling.enabled=true"},
			want: []string{"services.tasks: autoscaling up to 6 replicas cannot work with SQLite", "autoscaling.enabled to false"},
		},
		"SQLite for one service of many": {
			example: "production", set: []string{"services.chat.database.engine=sqlite"},
			want: []string{"services.chat: 2 replicas cannot work with SQLite"},
		},
		"registries without a database": {
			example: "dev", set: []string{"services.registry.replicas=2"},
			want: []string{"services.registry: 2 replicas need a database that they share", "database.engine to postgresql"},
		},
		"an autoscaler of registries without a database": {
			example: "dev", set: []string{"services.registry.autoscaling.enabled=true"},
			want: []string{"services.registry: 6 replicas need a database"},
		},
		"fewest above most": {
			example: "production", set: []string{"services.tasks.autoscaling.enabled=true", "services.tasks.autoscaling.minReplicas=9"},
			want: []string{"services.tasks: autoscaling.minReplicas 9 is more than maxReplicas 6"},
		},
		"an autoscaler without a request": {
			example: "production", set: []string{"services.tasks.autoscaling.enabled=true", "defaults.resources.requests.cpu=null"},
			want: []string{"services.tasks: autoscaling by CPU needs resources.requests.cpu"},
		},
		"several gateways that believe everybody": {
			example: "production", set: []string{"auth=dev"},
			want: []string{"services.gateway: auth dev", "set replicas to 1, or auth to none"},
		},
		"a public gateway that believes everybody": {
			example: "dev", set: []string{"httpRoute.enabled=true", "httpRoute.parentRefs[0].name=x"},
			want: []string{"httpRoute: auth dev", "set auth to none"},
		},
		"sign-in at no provider": {
			example: "production", set: []string{"auth=oidc", "oidc.issuers[0]=https://id.example.org"},
			want: []string{"oidc.issuers or oidc.audiences is empty"},
		},
		"tokens in plain text": {
			example: "production",
			set:     []string{"auth=oidc", "oidc.issuers[0]=https://id.example.org", "oidc.audiences[0]=https://api.example.org"},
			want:    []string{"oidc.publicURL is empty", "such as https://api.example.org"},
		},
		"a sign-in to pages without a key": {
			example: "production",
			set: []string{"auth=oidc", "oidc.issuers[0]=https://id.example.org", "oidc.audiences[0]=https://api.example.org",
				"oidc.publicURL=https://api.example.org", "oidc.pages.clientID=pages"},
			want: []string{"oidc.pages.existingSecret is empty", "kubectl create secret generic"},
		},
		"a sign-in to pages without callers that sign in": {
			example: "production", set: []string{"oidc.pages.clientID=pages"},
			want: []string{"oidc.pages.clientID is set, and auth is none", "auth oidc"},
		},
		"an Ingress for no host": {
			example: "production", set: []string{"ingress.enabled=true"},
			want: []string{"ingress.hosts is empty", "api.example.org"},
		},
		"a route of no Gateway": {
			example: "production", set: []string{"grpcRoute.enabled=true"},
			want: []string{"grpcRoute.parentRefs is empty", "name the Gateway"},
		},
		"a model without a name": {
			example: "production", set: []string{"llm.url=http://model"},
			want: []string{"llm.model is empty"},
		},
		"no amount of memory": {
			example: "production", set: []string{"services.tasks.resources.limits.memory=much"},
			want: []string{"/services/tasks/resources/limits/memory", "'much' does not match"},
		},
		"a resource that is none": {
			example: "production", set: []string{"defaults.resources.limits.memroy=256Mi"},
			want: []string{"/defaults/resources/limits", "'memroy' not allowed"},
		},
		"more than one may have": {
			example: "production", set: []string{"services.tasks.resources.requests.memory=1Gi"},
			want: []string{"services.tasks: resources.requests.memory 1Gi is more than resources.limits.memory 256Mi"},
		},
		"an autoscaler that goes by nothing": {
			example: "production", set: []string{"services.tasks.autoscaling.enabled=true", "services.tasks.autoscaling.cpuPercent=0"},
			want: []string{"services.tasks: an autoscaler needs something to go by", "autoscaling.memoryPercent"},
		},
		"a variable without a name": {
			example: "production", set: []string{`defaults.extraEnv=[{"value": "5"}]`}, want: []string{"/defaults/extraEnv/0", "'name'"},
		},
		"a variable of two values": {
			example: "production", set: []string{`services.tasks.extraEnv=[{"name": "A", "value": ["5"]}]`},
			want: []string{"/services/tasks/extraEnv/0/value", "got array, want boolean or number or string"},
		},
		"an unknown strategy": {
			example: "production", set: []string{"defaults.strategy.type=Rolling"}, want: []string{"/defaults/strategy/type", "'Recreate'"},
		},
		"a load balancer of a Service without one": {
			example: "production", set: []string{`services.gateway.service.loadBalancerSourceRanges=["10.0.0.0/8"]`},
			want: []string{"services.gateway: service.loadBalancerSourceRanges is for a Service of the type LoadBalancer", "ClusterIP"},
		},
		"where calls come from, of a Service for the cluster": {
			example: "production", set: []string{"defaults.service.externalTrafficPolicy=Local"},
			want: []string{"service.externalTrafficPolicy is for a Service of the type LoadBalancer"},
		},
		"two families of addresses and no policy": {
			example: "production", set: []string{`services.gateway.service.ipFamilies=["IPv4", "IPv6"]`},
			want: []string{"services.gateway: service.ipFamilies names two families", "PreferDualStack"},
		},
		"calls to gRPC that cannot be made": {
			example: "production", set: []string{"grpcRoute.enabled=true", "grpcRoute.parentRefs[0].name=x"},
			want: []string{"grpcRoute: the programs speak TLS only", "grpcRoute.backendTLS.caCertificateRefs", "salaatflow-ca-tls",
				"clientCertificateRef"},
		},
		"TLS to programs that speak none": {
			example: "production", set: []string{"tls.mode=none", "grpcRoute.enabled=true", "grpcRoute.parentRefs[0].name=x",
				`grpcRoute.backendTLS.caCertificateRefs=[{"group": "", "kind": "ConfigMap", "name": "x"}]`},
			want: []string{"grpcRoute.backendTLS.caCertificateRefs is set, and tls.mode is none"},
		},
		"two volumes of one name for one Job": {
			example: "production", set: []string{`services.tasks.extraVolumes=[{"name": "ca", "secret": {"secretName": "a"}}]`,
				`services.users.extraVolumes=[{"name": "ca", "secret": {"secretName": "b"}}]`},
			want: []string{"extraVolumes: ca is another volume elsewhere", "a name of its own"},
		},
		"an unknown value of a Job's pod": {
			example: "production", set: []string{"migrations.pod.replicas=3"}, want: []string{"/migrations/pod", "'replicas' not allowed"},
		},
		"an unknown value": {
			example: "production", set: []string{"replicas=3"}, want: []string{"additional properties 'replicas' not allowed"},
		},
		"an unknown program": {
			example: "production", set: []string{"services.task.replicas=3"}, want: []string{"/services", "'task' not allowed"},
		},
		"an unknown setting of a program": {
			example: "production", set: []string{"services.tasks.replica=3"}, want: []string{"/services/tasks", "'replica' not allowed"},
		},
		"an unknown engine": {example: "production", set: []string{"database.engine=mysql"}, want: []string{"/database/engine", "'sqlite'"}},
		"an unknown way to migrate": {
			example: "production", set: []string{"migrations.mode=job"}, want: []string{"/migrations/mode", "'initContainer'"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := template(t, append(arguments(tc.example), sets(tc.set)...)...)
			if err == nil {
				t.Fatal("it is rendered")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v\nlacks: %s", err, want)
				}
			}
		})
	}
}

func TestOlderKubernetesIsRefused(t *testing.T) {
	if _, err := template(t, append(arguments("dev"), "--kube-version", "1.29.0")...); err == nil || !strings.Contains(err.Error(), "1.30") {
		t.Errorf("got %v", err)
	}
	if _, err := template(t, append(arguments("dev"), "--kube-version", "1.30.0-eks-1")...); err != nil {
		t.Error(err)
	}
}
