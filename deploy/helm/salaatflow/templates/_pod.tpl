{{- /*
The values of a pod that runs none of the programs, such as a Job's: the defaults, and what differs for it. More containers would keep a
Job from ending, so that it has only its own. dict {root, pod}
*/}}
{{- define "salaatflow.podValues" -}}
{{- $defaults := omit (deepCopy .root.Values.defaults) "extraContainers" }}
{{- $values := mergeOverwrite $defaults (.pod | default dict | deepCopy) }}
{{- $_ := set $values "extraVolumes" (include "salaatflow.optionalVolumes" $values.extraVolumes | fromYamlArray) }}
{{- toYaml $values }}
{{- end }}

{{- /*
Some volumes as a Job has them that runs before the release is there: it waits for no Secret or ConfigMap, since one of extraObjects would
come only after it.
*/}}
{{- define "salaatflow.optionalVolumes" -}}
{{- $volumes := deepCopy (. | default list) }}
{{- range $volumes }}
{{- range list .secret .configMap }}
{{- if . }}{{ $_ := set . "optional" true }}{{ end }}
{{- end }}
{{- end }}
{{- toYaml $volumes }}
{{- end }}

{{- /* The labels and annotations of a pod: dict {values, labels, annotations}, the last two as YAML. */}}
{{- define "salaatflow.podMetadata" -}}
labels: {{- toYaml (merge (.labels | fromYaml) (.values.podLabels | default dict)) | nindent 2 }}
{{- with merge (.annotations | default "{}" | fromYaml) (.values.podAnnotations | default dict) }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /*
The one spec of all pods: of programs, of the Jobs that migrate and make certificates, and of the test. dict {root, values, account, token,
rest, init, containers, volumes}: values are as salaatflow.load or salaatflow.podValues gives them, token says whether the account's is mounted,
rest and volumes are YAML that only this pod has, and init and containers lists of YAML.
*/}}
{{- define "salaatflow.podSpec" -}}
{{- $v := .values -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: {{ .token }}
# Kubernetes would add variables named after the Services, which the programs would refuse as misspelt settings.
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .rest }}
{{ . | trim }}
{{- end }}
securityContext: {{- toYaml $v.podSecurityContext | nindent 2 }}
{{- range $field := list "priorityClassName" "runtimeClassName" "dnsPolicy" }}
{{- with index $v $field }}
{{ $field }}: {{ . }}
{{- end }}
{{- end }}
{{- range $field := list "dnsConfig" "hostAliases" "nodeSelector" "tolerations" "affinity" }}
{{- with index $v $field }}
{{ $field }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- if or $v.extraInitContainers .init }}
initContainers:
  {{- with $v.extraInitContainers }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- range .init }}
  - {{ . | nindent 4 | trim }}
  {{- end }}
{{- end }}
containers:
  {{- range .containers }}
  - {{ . | nindent 4 | trim }}
  {{- end }}
  {{- with $v.extraContainers }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- if or $v.extraVolumes .volumes }}
volumes:
  {{- with .volumes }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with $v.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{- /* What all containers have: dict {root, values, name, program, args, env, rest, resources, mounts}; env and mounts are YAML of lists. */}}
{{- define "salaatflow.container" -}}
name: {{ .name }}
image: {{ include "salaatflow.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: {{- toYaml .args | nindent 2 }}
{{- with .env | trim }}
env:
  {{- . | nindent 2 }}
{{- end }}
{{- with .rest }}
{{ . | trim }}
{{- end }}
securityContext: {{- toYaml .values.securityContext | nindent 2 }}
{{- with .resources }}
resources: {{- toYaml . | nindent 2 }}
{{- end }}
{{- if or .mounts .values.extraVolumeMounts }}
volumeMounts:
  {{- with .mounts | default "" | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with .values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{- /* More variables of a container, whose values are texts, though YAML reads 5 and true otherwise. */}}
{{- define "salaatflow.extraEnv" -}}
{{- range . }}
{{- $one := deepCopy . }}
{{- if hasKey $one "value" }}
{{- $whole := and (kindIs "float64" $one.value) (eq (floor $one.value) $one.value) }}
{{- $_ := set $one "value" (ternary (printf "%.0f" $one.value) (toString $one.value) $whole) }}
{{- end }}
- {{ toYaml $one | nindent 2 | trim }}
{{- end }}
{{- end }}

{{- /* The pod of one program; takes what salaatflow.load completed. */}}
{{- define "salaatflow.pod" -}}
{{- $init := list }}
{{- if eq .database.engine "postgresql" }}
{{- $init = append $init (include "salaatflow.migration" (dict "ctx" . "migrates" (eq .root.Values.migrations.mode "initContainer"))) }}
{{- end }}
{{- include "salaatflow.podSpec" (dict "root" .root "values" .values "account" (include "salaatflow.serviceAccountName" .root) "token" false
      "rest" (include "salaatflow.programSpec" .) "init" $init "containers" (list (include "salaatflow.programContainer" .))
      "volumes" (include "salaatflow.volumes" .)) }}
{{- end }}

{{- define "salaatflow.programSpec" -}}
{{- $v := .values -}}
# Longer than all that a stop waits for: the sleep, the drain delay, running calls, and deregistering.
terminationGracePeriodSeconds: {{ add $v.preStopSeconds $v.drain.delaySeconds $v.drain.timeoutSeconds 10 }}
{{- with $v.topologySpread }}
topologySpreadConstraints:
  {{- range . }}
  - {{ toYaml . | nindent 4 | trim }}
    labelSelector:
      matchLabels: {{- include "salaatflow.programSelector" $ | nindent 8 }}
    matchLabelKeys: [{{ ternary "controller-revision-hash" "pod-template-hash" (eq $.kind "StatefulSet") }}]
  {{- end }}
{{- end }}
{{- end }}

{{- define "salaatflow.programContainer" -}}
{{- include "salaatflow.container" (dict "root" .root "values" .values "name" .program.program "program" .program
      "args" (list "serve" "--config=/etc/salaatflow/settings/settings.yaml") "env" (include "salaatflow.env" .)
      "rest" (include "salaatflow.served" .) "resources" .values.resources "mounts" (include "salaatflow.mounts" .)) }}
{{- end }}

{{- /* What only the container of a program has: its ports, probes and end. */}}
{{- define "salaatflow.served" -}}
{{- $v := .values -}}
ports:
  {{- if .isGateway }}
  - {name: http, containerPort: {{ .ports.http }}}
  {{- else }}
  - {name: grpc, containerPort: {{ .ports.grpc }}}
  {{- end }}
  - {name: ops, containerPort: {{ .ports.ops }}}
{{- with $v.extraEnvFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
{{ include "salaatflow.probes" . }}
{{- if gt (int $v.preStopSeconds) 0 }}
lifecycle: {preStop: {sleep: {seconds: {{ int $v.preStopSeconds }}}}}
{{- end }}
{{- end }}

{{- define "salaatflow.env" -}}
{{- $limits := (.values.resources | default dict).limits | default dict }}
{{- if and $limits.memory .values.goMemoryPercent }}
- name: GOMEMLIMIT
  value: {{ include "salaatflow.goMemLimit" (dict "limit" $limits.memory "percent" .values.goMemoryPercent) | quote }}
{{- end }}
{{- if not (or .isGateway (eq .key "registry")) }}
- name: POD_IP
  valueFrom: {fieldRef: {fieldPath: status.podIP}}
- name: SALAATFLOW_{{ .program.env }}_ADVERTISE_ADDRESS
  value: {{ printf (ternary "[$(POD_IP)]:%d" "$(POD_IP):%d" (eq .root.Values.ipFamily "IPv6")) (int .ports.grpc) | quote }}
{{- end }}
{{- if include "salaatflow.anchors" . }}
- name: POD_NAME
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
- name: SALAATFLOW_{{ .program.env }}_ANCHOR_FILE
  value: {{ printf "/var/lib/salaatflow-anchors/%s.jsonl" (ternary "$(POD_NAME)" .program.program (gt .most 1)) | quote }}
{{- end }}
{{- with include "salaatflow.secretEnv" (dict "program" .program "secrets" (include "salaatflow.secrets" . | fromYaml)) | trim }}
{{ . }}
{{- end }}
{{- include "salaatflow.extraEnv" .values.extraEnv }}
{{- end }}

{{- /*
Startup and liveness ask only whether the process accepts calls, since a restart mends no database; readiness asks whether
it can serve now. The kubelet shows no certificate, so that with TLS it asks the ops port.
*/}}
{{- define "salaatflow.probes" -}}
{{- $http := or .isGateway (ne .root.Values.tls.mode "none") }}
{{- $alive := ternary "httpGet: {path: /healthz, port: ops}" (printf "grpc: {port: %d, service: salaatflow.instance}" (int .ports.grpc)) $http }}
{{- $ready := ternary "httpGet: {path: /readyz, port: ops}" (printf "grpc: {port: %d}" (int .ports.grpc)) $http -}}
startupProbe:
  {{ $alive }}
  {{- toYaml .values.probes.startup | nindent 2 }}
livenessProbe:
  {{ $alive }}
  {{- toYaml .values.probes.liveness | nindent 2 }}
readinessProbe:
  {{ $ready }}
  {{- toYaml .values.probes.readiness | nindent 2 }}
{{- end }}

{{- define "salaatflow.mounts" -}}
- {name: settings, mountPath: /etc/salaatflow/settings, readOnly: true}
{{- if .root.Values.credential.existingSecret }}
# A folder, not one file of it: a changed Secret arrives, and is read within a second.
- {name: credential, mountPath: /etc/salaatflow/credential, readOnly: true}
{{- end }}
{{- if ne .root.Values.tls.mode "none" }}
- {name: tls, mountPath: /etc/salaatflow/tls, readOnly: true}
{{- end }}
{{- if include "salaatflow.signInSecret" . }}
- {name: sign-in, mountPath: /etc/salaatflow/sign-in, readOnly: true}
{{- end }}
{{- if include "salaatflow.roundsSecret" . }}
- {name: rounds, mountPath: /etc/salaatflow/rounds, readOnly: true}
{{- end }}
{{- if include "salaatflow.pushSecret" . }}
- {name: push, mountPath: /etc/salaatflow/push, readOnly: true}
{{- end }}
{{- if eq .database.engine "sqlite" }}
- {name: data, mountPath: /data}
{{- end }}
{{- if .isGateway }}
- {name: cache, mountPath: /var/cache/salaatflow}
{{- end }}
{{- if include "salaatflow.audits" .root }}
- {name: audit-outbox, mountPath: /var/lib/salaatflow}
{{- end }}
{{- if include "salaatflow.anchors" . }}
- {name: audit-anchors, mountPath: /var/lib/salaatflow-anchors}
{{- end }}
- {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "salaatflow.volumes" -}}
- name: settings
  configMap: {name: {{ .name }}}
{{- if .root.Values.credential.existingSecret }}
- name: credential
  secret: {secretName: {{ .root.Values.credential.existingSecret | quote }}, defaultMode: 0400}
{{- end }}
{{- if ne .root.Values.tls.mode "none" }}
- name: tls
  secret: {secretName: {{ include "salaatflow.certificateSecret" . | quote }}, defaultMode: 0400}
{{- end }}
{{- with include "salaatflow.signInSecret" . }}
- name: sign-in
  secret: {secretName: {{ . | quote }}, defaultMode: 0400}
{{- end }}
{{- with include "salaatflow.roundsSecret" . }}
- name: rounds
  secret: {secretName: {{ . | quote }}, defaultMode: 0400}
{{- end }}
{{- with include "salaatflow.pushSecret" . }}
- name: push
  secret: {secretName: {{ . | quote }}, defaultMode: 0400}
{{- end }}
{{- if eq .database.engine "sqlite" }}
- name: data
  {{- if .values.persistence.enabled }}
  persistentVolumeClaim: {claimName: {{ .values.persistence.existingClaim | default .name | quote }}}
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end }}
{{- if .isGateway }}
- name: cache
  emptyDir: {sizeLimit: 64Mi}
{{- end }}
{{- if and (include "salaatflow.audits" .root) (eq .kind "Deployment") }}
# What audit-svc does not have yet: it outlives a container that ends, and a pod that ends sends it first.
- name: audit-outbox
  emptyDir: {sizeLimit: {{ .root.Values.auditOutbox.size }}}
{{- end }}
{{- with include "salaatflow.anchors" . }}
- name: audit-anchors
  {{- . | nindent 2 }}
{{- end }}
- name: tmp
  emptyDir: {sizeLimit: 64Mi}
{{- end }}
