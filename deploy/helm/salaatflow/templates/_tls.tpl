{{- /* The Secret with the certificate of one program; takes what salaatflow.load completed. */}}
{{- define "salaatflow.certificateSecret" -}}
{{- printf "%s-tls" .name }}
{{- end }}

{{- /* What the SPIFFE id of each program begins with. */}}
{{- define "salaatflow.identity" -}}
{{- .Values.tls.identity | default (printf "spiffe://salaatflow/%s/%s" (include "salaatflow.namespace" .) (include "salaatflow.fullname" .)) }}
{{- end }}

{{- /* The names by which one program is found in the cluster, besides its own: a YAML list. */}}
{{- define "salaatflow.dnsNames" -}}
{{- $namespace := (include "salaatflow.namespace" .root) }}
{{- range $name := list .name (printf "%s-headless" .name) }}
- {{ printf "%s.%s.svc" $name $namespace }}
{{- end }}
{{- end }}

{{- define "salaatflow.certsArgs" -}}
- certs
- --secrets={{ include "salaatflow.fullname" . }}
- --release={{ .Release.Name }}
- --identity={{ include "salaatflow.identity" . }}
- --lifetime={{ mul 24 (int .Values.tls.days) }}h
{{- range $key := include "salaatflow.installed" . | fromYamlArray }}
{{- $ctx := dict "root" $ "key" $key }}{{ include "salaatflow.load" $ctx }}
- --dns={{ $ctx.program.program }}={{ join "," (include "salaatflow.dnsNames" $ctx | fromYamlArray) }}
{{- end }}
{{- range .Values.tls.also }}
- --also={{ . }}
{{- end }}
{{- end }}

{{- /* The template of the pod that makes certificates, and renews them: dict {root, account}. */}}
{{- define "salaatflow.certsPod" -}}
{{- $job := .root.Values.tls.job }}
{{- $values := include "salaatflow.podValues" (dict "root" .root "pod" $job.pod) | fromYaml }}
{{- $_ := set $values "image" $job.image }}
{{- $container := include "salaatflow.container" (dict "root" .root "values" $values "name" "certs" "program" (dict "program" "salaatflow")
      "args" (include "salaatflow.certsArgs" .root | fromYamlArray) "env" (include "salaatflow.extraEnv" (include "salaatflow.envOfAll" $values.extraEnv | fromYamlArray))
      "resources" $job.resources) -}}
metadata: {{- include "salaatflow.podMetadata" (dict "values" $values "labels" (include "salaatflow.labels" (dict "root" .root "component" "certs"))) | nindent 2 }}
spec: {{- include "salaatflow.podSpec" (dict "root" .root "values" $values "account" .account "token" true
        "rest" "restartPolicy: Never" "containers" (list $container)) | nindent 2 }}
{{- end }}

{{- /* An account that may write those Secrets and none else: dict {root, labels, account, annotations}. */}}
{{- define "salaatflow.certsAccount" -}}
{{- $secrets := list (printf "%s-ca-tls" (include "salaatflow.fullname" .root)) }}
{{- range $key, $program := include "salaatflow.programs" .root | fromYaml }}
{{- $secrets = append $secrets (printf "%s-%s-tls" (include "salaatflow.fullname" $.root) $program.program) }}
{{- end }}
{{- range .root.Values.tls.also }}
{{- $secrets = append $secrets (printf "%s-%s-tls" (include "salaatflow.fullname" $.root) .) }}
{{- end }}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .account }}
  namespace: {{ include "salaatflow.namespace" .root }}
  labels: {{- include "salaatflow.labels" .labels | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: {{ .account }}
  namespace: {{ include "salaatflow.namespace" .root }}
  labels: {{- include "salaatflow.labels" .labels | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
rules:
  - apiGroups: [""]
    resources: [secrets]
    verbs: [create] # Kubernetes cannot bind this to names
  - apiGroups: [""]
    resources: [secrets]
    verbs: [get, patch]
    resourceNames: {{- toYaml $secrets | nindent 6 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: {{ .account }}
  namespace: {{ include "salaatflow.namespace" .root }}
  labels: {{- include "salaatflow.labels" .labels | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ .account }}}
subjects: [{kind: ServiceAccount, name: {{ .account }}, namespace: {{ (include "salaatflow.namespace" .root) }}}]
{{- end }}
