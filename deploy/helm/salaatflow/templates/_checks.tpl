{{- /* Refuses what could not work, and says what would. Takes what salaatflow.load completed. */}}
{{- define "salaatflow.checkProgram" -}}
{{- $at := printf "services.%s" .key }}
{{- if gt .most 1 }}
{{- if eq .database.engine "sqlite" }}
{{- $what := ternary (printf "autoscaling up to %d replicas" .most) (printf "%d replicas" .most) .values.autoscaling.enabled }}
{{- fail (printf "%s: %s cannot work with SQLite, whose file belongs to one pod: set replicas to 1 and autoscaling.enabled to false, or database.engine to postgresql" $at $what) }}
{{- end }}
{{- if eq .database.engine "memory" }}
{{- fail (printf "%s: %d replicas need a database that they share: set services.registry.database.engine to postgresql with database.existingSecret, or replicas to 1" $at .most) }}
{{- end }}
{{- end }}
{{- if and (eq .database.engine "postgresql") (not .database.secret) }}
{{- fail (printf "%s: database.existingSecret is empty: name the Secret that holds the URL postgres://USER:PASSWORD@HOST/DATABASE, or set database.engine to sqlite" $at) }}
{{- end }}
{{- if .values.autoscaling.enabled }}
{{- if gt (int .values.autoscaling.minReplicas) .most }}
{{- fail (printf "%s: autoscaling.minReplicas %d is more than maxReplicas %d" $at (int .values.autoscaling.minReplicas) .most) }}
{{- end }}
{{- $scaling := .values.autoscaling }}
{{- range $resource := list "cpu" "memory" }}
{{- if and (index $scaling (printf "%sPercent" $resource)) (not (dig "requests" $resource "" ($.values.resources | default dict))) }}
{{- fail (printf "%s: autoscaling by %s needs resources.requests.%s, of which autoscaling.%sPercent is a part" $at (ternary "CPU" $resource (eq $resource "cpu")) $resource $resource) }}
{{- end }}
{{- end }}
{{- if not (or $scaling.cpuPercent $scaling.memoryPercent $scaling.metrics) }}
{{- fail (printf "%s: an autoscaler needs something to go by: set autoscaling.cpuPercent, autoscaling.memoryPercent or autoscaling.metrics" $at) }}
{{- end }}
{{- end }}
{{- include "salaatflow.checkResources" (dict "at" $at "resources" .values.resources) }}
{{- range $field := list "loadBalancerClass" "loadBalancerSourceRanges" "externalTrafficPolicy" }}
{{- $type := $.values.service.type }}
{{- if and (index $.values.service $field) (ne $type "LoadBalancer") (not (and (eq $field "externalTrafficPolicy") (eq $type "NodePort"))) }}
{{- fail (printf "%s: service.%s is for a Service of the type LoadBalancer, and this one is of the type %s" $at $field $type) }}
{{- end }}
{{- end }}
{{- if and (gt (len .values.service.ipFamilies) 1) (not .values.service.ipFamilyPolicy) }}
{{- fail (printf "%s: service.ipFamilies names two families: set service.ipFamilyPolicy to PreferDualStack or RequireDualStack" $at) }}
{{- end }}
{{- if and .isGateway (eq .root.Values.auth "dev") (gt .most 1) }}
{{- fail (printf "%s: auth dev is for one gateway that only kubectl port-forward reaches: set replicas to 1, or auth to none" $at) }}
{{- end }}
{{- end }}

{{- define "salaatflow.checkRelease" -}}
{{- if and (eq .Values.tls.mode "none") (not .Values.credential.existingSecret) }}
{{- fail "tls.mode is none and credential.existingSecret is empty: set tls.mode to job, certManager or existing, so that programs prove who they are; or name the Secret that holds the platform's credential (kubectl create secret generic salaatflow-credential --from-literal=credential=$(openssl rand -hex 32))" }}
{{- end }}
{{- if and (eq .Values.tls.mode "certManager") (not .Values.tls.certManager.issuerRef.name) }}
{{- fail "tls.certManager.issuerRef.name is empty: name the Issuer or ClusterIssuer that signs, one of an authority of your own (kind CA, Vault …)" }}
{{- end }}
{{- $open := list }}
{{- range $value := list "ingress" "httpRoute" }}
{{- if (index $.Values $value).enabled }}{{ $open = append $open $value }}{{ end }}
{{- end }}
{{- if and $open (eq .Values.auth "dev") }}
{{- fail (printf "%s: auth dev believes whom callers say they are, so that the gateway listens on its pod's loopback only: set auth to none" (first $open)) }}
{{- end }}
{{- if and (eq .Values.auth "oidc") (not (and .Values.oidc.issuers .Values.oidc.audiences)) }}
{{- fail "oidc.issuers or oidc.audiences is empty: auth oidc needs the URL of an OpenID provider, and the audience for which its tokens are meant" }}
{{- end }}
{{- $edge := dig "gateway" "config" dict .Values.services | default dict }}
{{- if and (eq .Values.auth "oidc") (not (hasPrefix "https://" .Values.oidc.publicURL)) (ne .Values.tls.mode "none") (not (or (index $edge "trusted-proxies") (index $edge "http-tls-cert") (index $edge "insecure"))) }}
{{- fail "oidc.publicURL is empty, or not https: callers' tokens would come in plain text. Give the URL that callers use, such as https://api.example.org, where the Ingress or a load balancer ends TLS" }}
{{- end }}
{{- if and .Values.oidc.pages.clientID (ne .Values.auth "oidc") }}
{{- fail (printf "oidc.pages.clientID is set, and auth is %s: people sign in to the pages with auth oidc only" .Values.auth) }}
{{- end }}
{{- if and .Values.oidc.pages.clientID (not .Values.oidc.pages.existingSecret) }}
{{- fail "oidc.pages.existingSecret is empty: each pod would seal sessions with a key of its own. Name a Secret with the key of all (kubectl create secret generic salaatflow-sign-in --from-literal=session-key=$(openssl rand -hex 32))" }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- fail "ingress.hosts is empty: name the hosts that the gateway is for, such as api.example.org" }}
{{- end }}
{{- range $value := list "httpRoute" "grpcRoute" }}
{{- if and (index $.Values $value).enabled (not (index $.Values $value).parentRefs) }}
{{- fail (printf "%s.parentRefs is empty: name the Gateway that the route belongs to, such as [{name: public, namespace: gateways}]" $value) }}
{{- end }}
{{- end }}
{{- $backend := .Values.grpcRoute.backendTLS }}
{{- if and .Values.grpcRoute.enabled (ne .Values.tls.mode "none") (not $backend.caCertificateRefs) }}
{{- fail (printf "grpcRoute: the programs speak TLS only, and ask callers for a certificate. Name what holds the authority's certificate in grpcRoute.backendTLS.caCertificateRefs, such as [{group: \"\", kind: ConfigMap, name: salaatflow-ca}] with the ca.crt of the Secret %s-ca-tls; and let the Gateway show a certificate of a program of tls.also (its spec.tls.backend.clientCertificateRef, or what your controller has for it). Or use the gateway's httpRoute, which needs neither" (include "salaatflow.fullname" .)) }}
{{- end }}
{{- if and .Values.grpcRoute.enabled (eq .Values.tls.mode "none") $backend.caCertificateRefs }}
{{- fail "grpcRoute.backendTLS.caCertificateRefs is set, and tls.mode is none, so that the programs speak no TLS: empty it, or set tls.mode" }}
{{- end }}
{{- include "salaatflow.checkResources" (dict "at" "migrations" "resources" .Values.migrations.resources) }}
{{- include "salaatflow.checkResources" (dict "at" "tls.job" "resources" .Values.tls.job.resources) }}
{{- if and .Values.prometheusRule.enabled (eq (include "salaatflow.ruleGroups" .) "[]") }}
{{- fail "prometheusRule.groups is empty, and the chart has no file in rules/: there is no rule to install" }}
{{- end }}
{{- if and .Values.llm.url (not .Values.llm.model) }}
{{- fail "llm.model is empty: name the model that llm.url is asked for" }}
{{- end }}
{{- end }}
