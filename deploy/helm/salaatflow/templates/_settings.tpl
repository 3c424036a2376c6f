{{- /* The program's settings file: the keys are the names of its flags, so that it refuses an unknown one by name. */}}
{{- define "salaatflow.settings" -}}
{{- $root := .root }}
{{- $s := dict
      "ops-address" (printf ":%d" (int .ports.ops))
      "drain-delay" (printf "%ds" (int .values.drain.delaySeconds))
      "drain-timeout" (printf "%ds" (int .values.drain.timeoutSeconds))
      "log-format" $root.Values.log.format
      "log-level" $root.Values.log.level }}
{{- with $root.Values.otlpEndpoint }}{{ $_ := set $s "otlp-endpoint" . }}{{ end }}
{{- if .isGateway }}
{{- $_ := set $s "http" (printf "%s:%d" (ternary "127.0.0.1" "" (eq $root.Values.auth "dev")) (int .ports.http)) }}
{{- $_ := set $s "auth" $root.Values.auth }}
{{- if eq $root.Values.auth "oidc" }}
{{- $_ := set $s "oidc-issuer" $root.Values.oidc.issuers }}
{{- $_ := set $s "oidc-audience" $root.Values.oidc.audiences }}
{{- with $root.Values.oidc.publicURL }}{{ $_ := set $s "public-url" . }}{{ end }}
{{- with $root.Values.oidc.pages }}
{{- if .clientID }}
{{- $_ := set $s "oidc-client-id" .clientID }}
{{- $_ := set $s "oidc-session-key-file" (printf "/etc/salaatflow/sign-in/%s" .sessionKey) }}
{{- with .clientSecret }}{{ $_ := set $s "oidc-client-secret-file" (printf "/etc/salaatflow/sign-in/%s" .) }}{{ end }}
{{- if .offlineAccess }}{{ $_ := set $s "oidc-offline-access" true }}{{ end }}
{{- end }}
{{- end }}
{{- end }}
{{- with $root.Values.rounds }}
{{- if .existingSecret }}{{ $_ := set $s "round-key-file" (printf "/etc/salaatflow/rounds/%s" .key) }}{{ end }}
{{- end }}
{{- $_ := set $s "catalog-file" "/var/cache/salaatflow/catalogue" }}
{{- with $root.Values.limits }}{{ $_ := set $s "limits" (ternary "off" "/etc/salaatflow/settings/limits.yaml" (eq . "off")) }}{{ end }}
{{- with $root.Values.trustedProxies }}{{ $_ := set $s "trusted-proxies" . }}{{ end }}
{{- else }}
{{- $_ := set $s "listen-address" (printf ":%d" (int .ports.grpc)) }}
{{- end }}
{{- if include "salaatflow.pushSecret" . }}
{{- $_ := set $s "push-key-file" (printf "/etc/salaatflow/push/%s" $root.Values.push.key) }}
{{- with $root.Values.push.contact }}{{ $_ := set $s "push-contact" . }}{{ end }}
{{- end }}
{{- if eq $root.Values.tls.mode "none" }}
{{- $_ := set $s "insecure" true }}
{{- else }}
{{- $_ := set $s "tls-cert" "/etc/salaatflow/tls/tls.crt" }}
{{- $_ := set $s "tls-key" "/etc/salaatflow/tls/tls.key" }}
{{- $_ := set $s "tls-ca" "/etc/salaatflow/tls/ca.crt" }}
{{- end }}
{{- if ne .key "registry" }}{{ $_ := set $s "registry" (include "salaatflow.registryAddress" $root) }}{{ end }}
{{- if include "salaatflow.audits" $root }}{{ $_ := set $s "audit-outbox" "/var/lib/salaatflow/audit-outbox" }}
{{- if eq .key "registry" }}{{ $_ := set $s "audit-address" (printf "%s-audit-svc:%d" (include "salaatflow.fullname" $root) (int .ports.grpc)) }}{{ end }}
{{- end }}
{{- if $root.Values.credential.existingSecret }}
{{- $_ := set $s "credential-file" (printf "/etc/salaatflow/credential/%s" $root.Values.credential.key) }}
{{- end }}
{{- if eq .database.engine "sqlite" }}
{{- $_ := set $s "database-url" (printf "sqlite:/data/salaatflow/%s" .program.file) }}
{{- end }}
{{- if and (has "llm-key" (.program.secrets | default list)) $root.Values.llm.url }}
{{- $_ := set $s "llm-url" $root.Values.llm.url }}
{{- $_ := set $s "llm-model" $root.Values.llm.model }}
{{- end }}
{{- $s = mergeOverwrite $s (deepCopy (.values.config | default dict)) }}
{{- /* Callers in the cluster, and `helm test`, name it by its Service. */}}
{{- with index $s "allowed-hosts" }}
{{- $_ := set $s "allowed-hosts" (concat (kindIs "string" . | ternary (splitList "," (toString .)) .) (list (printf "%s.%s.svc" $.name (include "salaatflow.namespace" $root)))) }}
{{- end }}
{{- toYaml $s }}
{{- end }}

{{- /* The Secret with which people sign in to the gateway's pages; empty where they do not. */}}
{{- define "salaatflow.signInSecret" -}}
{{- if and .isGateway (eq .root.Values.auth "oidc") .root.Values.oidc.pages.clientID }}{{ .root.Values.oidc.pages.existingSecret }}{{ end }}
{{- end }}

{{- /* The Secret with which gateways seal what tools keep between rounds; empty for other programs, and where there is none. */}}
{{- define "salaatflow.roundsSecret" -}}
{{- if .isGateway }}{{ .root.Values.rounds.existingSecret }}{{ end }}
{{- end }}

{{- /* The Secret with the key with which browsers are sent reminders; empty for other programs, and where there is none. */}}
{{- define "salaatflow.pushSecret" -}}
{{- if eq .key "tasks" }}{{ .root.Values.push.existingSecret }}{{ end }}
{{- end }}

{{- /* The secret settings of a program, as a YAML map: the flag, and which key of which existing Secret holds its value. */}}
{{- define "salaatflow.secrets" -}}
{{- $known := .program.secrets | default list }}
{{- $secrets := dict }}
{{- if eq .database.engine "postgresql" }}
{{- $_ := set $secrets "database-url" (dict "secret" .database.secret "key" .database.key) }}
{{- end }}
{{- range $flag, $from := dict "redis-url" .root.Values.redis "llm-key" .root.Values.llm }}
{{- if and (has $flag $known) $from.existingSecret }}
{{- $_ := set $secrets $flag (dict "secret" $from.existingSecret "key" $from.key) }}
{{- end }}
{{- end }}
{{- toYaml $secrets }}
{{- end }}

{{- /* The variables of secret settings: dict {program, secrets}, the second as above. */}}
{{- define "salaatflow.secretEnv" -}}
{{- range $flag, $from := .secrets }}
- name: SALAATFLOW_{{ $.program.env }}_{{ $flag | replace "-" "_" | upper }}
  valueFrom: {secretKeyRef: {name: {{ $from.secret | quote }}, key: {{ $from.key | quote }}}}
{{- end }}
{{- end }}

{{- /*
Which versions of its Secrets a pod was made with. The credential and certificates are left out, because programs read them again when they change.
Where nothing is installed, as with `helm template`, there is nothing to tell.
*/}}
{{- define "salaatflow.secretVersions" -}}
{{- $versions := list }}
{{- range $flag, $from := include "salaatflow.secrets" . | fromYaml }}
{{- with lookup "v1" "Secret" (include "salaatflow.namespace" $.root) $from.secret }}
{{- $versions = append $versions (printf "%s=%s" $flag .metadata.resourceVersion) }}
{{- end }}
{{- end }}
secrets/versions: {{ join "," $versions | quote }}
{{- end }}
