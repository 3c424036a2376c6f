{{- /* Everything that one program is made of: dict {root, key}. */}}
{{- define "salaatflow.service" -}}
{{- include "salaatflow.checkRelease" .root }}
{{- include "salaatflow.load" . }}
{{- if .values.enabled }}
{{- include "salaatflow.checkProgram" . }}
{{- $labels := dict "root" .root "component" .program.program -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .name }}
  labels: {{- include "salaatflow.labels" $labels | nindent 4 }}
data:
  settings.yaml: | {{- include "salaatflow.settings" . | nindent 4 }}
  {{- if and .isGateway .root.Values.limits (ne .root.Values.limits "off") }}
  limits.yaml: | {{- .root.Values.limits | nindent 4 }}
  {{- end }}
---
apiVersion: apps/v1
kind: {{ .kind }}
metadata:
  name: {{ .name }}
  labels: {{- include "salaatflow.labels" $labels | nindent 4 }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ int .values.replicas }}
  {{- end }}
  revisionHistoryLimit: {{ int .values.revisionHistoryLimit }}
  {{- if eq .kind "StatefulSet" }}
  {{- include "salaatflow.keptOutboxes" . | trim | nindent 2 }}
  {{- else if eq .database.engine "sqlite" }}
  strategy: {type: Recreate} # the new pod could not have the volume before the old one has gone
  {{- else }}
  strategy: {{- toYaml .values.strategy | nindent 4 }}
  {{- end }}
  selector:
    matchLabels: {{- include "salaatflow.programSelector" . | nindent 6 }}
  template:
    metadata:
      labels: # not the versions of release and chart, whose change alone is no reason for a new pod
        {{- include "salaatflow.programSelector" . | nindent 8 }}
        {{- with .values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/settings: {{ include "salaatflow.settings" . | sha256sum }}
        {{- if .root.Values.rollOnSecretChange }}
        {{- include "salaatflow.secretVersions" . | trim | nindent 8 }}
        {{- end }}
        {{- with .values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec: {{- include "salaatflow.pod" . | nindent 6 }}
{{ include "salaatflow.services" . }}
{{- if .values.autoscaling.enabled }}
{{ include "salaatflow.autoscaler" . }}
{{- end }}
{{- if and .values.disruptionBudget.enabled (gt .least 1) }}
{{ include "salaatflow.disruptionBudget" . }}
{{- end }}
{{- if and (eq .database.engine "sqlite") .values.persistence.enabled (not .values.persistence.existingClaim) }}
{{ include "salaatflow.claim" . }}
{{- end }}
{{- end }}
{{- end }}

{{- /*
Two Services: one address for callers that know none better, and the addresses of all pods for those that balance
themselves, as gRPC clients do. The second is what Prometheus scrapes, too.
*/}}
{{- define "salaatflow.services" -}}
{{- $labels := dict "root" .root "component" .program.program }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}
  labels: {{- include "salaatflow.labels" $labels | nindent 4 }}
  {{- with .values.service.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .values.service.type }}
  selector: {{- include "salaatflow.programSelector" . | nindent 4 }}
  ports:
    {{- if .isGateway }}
    - {name: http, port: {{ int .values.service.port }}, targetPort: http, appProtocol: http}
    {{- else }}
    - {name: grpc, port: {{ .ports.grpc }}, targetPort: grpc, appProtocol: {{ ternary "kubernetes.io/h2c" "https" (eq .root.Values.tls.mode "none") }}}
    {{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}-headless
  labels:
    {{- include "salaatflow.labels" $labels | nindent 4 }}
    salaatflow.org/metrics: "true"
spec:
  clusterIP: None
  selector: {{- include "salaatflow.programSelector" . | nindent 4 }}
  ports:
    {{- if .isGateway }}
    - {name: http, port: {{ .ports.http }}, targetPort: http, appProtocol: http}
    {{- else }}
    - {name: grpc, port: {{ .ports.grpc }}, targetPort: grpc, appProtocol: {{ ternary "kubernetes.io/h2c" "https" (eq .root.Values.tls.mode "none") }}}
    {{- end }}
    - {name: ops, port: {{ .ports.ops }}, targetPort: ops, appProtocol: http}
{{- end }}

{{- define "salaatflow.autoscaler" -}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  labels: {{- include "salaatflow.labels" (dict "root" .root "component" .program.program) | nindent 4 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: {{ .kind }}, name: {{ .name }}}
  minReplicas: {{ int .values.autoscaling.minReplicas }}
  maxReplicas: {{ int .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: {name: cpu, target: {type: Utilization, averageUtilization: {{ int .values.autoscaling.cpuPercent }}}}
  {{- with .values.autoscaling.behavior }}
  behavior: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "salaatflow.disruptionBudget" -}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels: {{- include "salaatflow.labels" (dict "root" .root "component" .program.program) | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow # a pod that is not ready must not keep a node from being drained
  selector:
    matchLabels: {{- include "salaatflow.programSelector" . | nindent 6 }}
{{- end }}

{{- define "salaatflow.claim" -}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: {{ .name }}
  labels: {{- include "salaatflow.labels" (dict "root" .root "component" .program.program) | nindent 4 }}
  {{- if .values.persistence.keep }}
  annotations: {helm.sh/resource-policy: keep}
  {{- end }}
spec:
  accessModes: [ReadWriteOnce]
  {{- with .values.persistence.storageClassName }}
  storageClassName: {{ . | quote }}
  {{- end }}
  resources: {requests: {storage: {{ .values.persistence.size | quote }}}}
{{- end }}

{{- /*
What makes a StatefulSet of a program whose audit outboxes are kept: a claim for each pod's number, which the next pod of that number
has too. Pods come and go at once, since none waits for another; an update replaces one after the other.
*/}}
{{- define "salaatflow.keptOutboxes" -}}
serviceName: {{ .name }}-headless
podManagementPolicy: Parallel
updateStrategy: {type: RollingUpdate}
persistentVolumeClaimRetentionPolicy:
  whenScaled: Retain # what its pod did not send is sent by the next of this number
  whenDeleted: {{ ternary "Retain" "Delete" .root.Values.auditOutbox.persistence.keep }}
volumeClaimTemplates:
  - apiVersion: v1
    kind: PersistentVolumeClaim
    metadata:
      name: audit-outbox
      labels: {{- include "salaatflow.programSelector" . | nindent 8 }}
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .root.Values.auditOutbox.persistence.storageClassName }}
      storageClassName: {{ . | quote }}
      {{- end }}
      resources: {requests: {storage: {{ .root.Values.auditOutbox.size | quote }}}}
{{- end }}
