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
  namespace: {{ include "salaatflow.namespace" .root }}
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
  namespace: {{ include "salaatflow.namespace" .root }}
  labels: {{- include "salaatflow.labels" $labels | nindent 4 }}
  {{- with .values.deploymentAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "salaatflow.replicas" . | trim | nindent 2 }}
  {{- with .values.minReadySeconds }}
  minReadySeconds: {{ int . }}
  {{- end }}
  revisionHistoryLimit: {{ int .values.revisionHistoryLimit }}
  {{- if eq .kind "StatefulSet" }}
  {{- include "salaatflow.keptOutboxes" . | trim | nindent 2 }}
  {{- else if eq .database.engine "sqlite" }}
  strategy: {type: Recreate} # the new pod could not have the volume before the old one has gone
  {{- else if eq .values.strategy.type "Recreate" }}
  strategy: {type: Recreate} # the defaults say how to roll, which Kubernetes refuses beside it
  {{- else }}
  strategy: {{- toYaml .values.strategy | nindent 4 }}
  {{- end }}
  selector:
    matchLabels: {{- include "salaatflow.programSelector" . | nindent 6 }}
  template:
    # Its labels are not the versions of release and chart, whose change alone is no reason for a new pod.
    metadata: {{- include "salaatflow.podMetadata" (dict "values" .values "labels" (include "salaatflow.programSelector" .)
                "annotations" (include "salaatflow.checksums" .)) | nindent 6 }}
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

{{- define "salaatflow.checksums" -}}
checksum/settings: {{ include "salaatflow.settings" . | sha256sum }}
{{- if .root.Values.rollOnSecretChange }}
{{ include "salaatflow.secretVersions" . | trim }}
{{- end }}
{{- end }}

{{- /*
How many pods. An autoscaler sets that itself, and an upgrade keeps what it set: without the field a Deployment that had it would go down
to one pod. Where nothing can be looked up, as with `helm template`, or nothing is installed yet, the field is left out.
*/}}
{{- define "salaatflow.replicas" -}}
{{- if .values.autoscaling.enabled }}
{{- with dig "spec" "replicas" 0 (lookup "apps/v1" .kind (include "salaatflow.namespace" .root) .name) }}
replicas: {{ max (int .) $.least }}
{{- end }}
{{- else }}
replicas: {{ int .values.replicas }}
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
  namespace: {{ include "salaatflow.namespace" .root }}
  labels: {{- include "salaatflow.labels" $labels | nindent 4 }}
  {{- with .values.service.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .values.service.type }}
  {{- with include "salaatflow.addressing" .values.service | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- range $field := list "loadBalancerClass" "loadBalancerSourceRanges" "externalTrafficPolicy" "trafficDistribution" }}
  {{- with index $.values.service $field }}
  {{ $field }}: {{ toJson . }}
  {{- end }}
  {{- end }}
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
  namespace: {{ include "salaatflow.namespace" .root }}
  labels:
    {{- include "salaatflow.labels" $labels | nindent 4 }}
    salaatflow.org/metrics: "true"
spec:
  clusterIP: None
  {{- with include "salaatflow.addressing" .values.service | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  selector: {{- include "salaatflow.programSelector" . | nindent 4 }}
  ports:
    {{- if .isGateway }}
    - {name: http, port: {{ .ports.http }}, targetPort: http, appProtocol: http}
    {{- else }}
    - {name: grpc, port: {{ .ports.grpc }}, targetPort: grpc, appProtocol: {{ ternary "kubernetes.io/h2c" "https" (eq .root.Values.tls.mode "none") }}}
    {{- end }}
    - {name: ops, port: {{ .ports.ops }}, targetPort: ops, appProtocol: http}
{{- end }}

{{- /* The families of a Service's addresses. */}}
{{- define "salaatflow.addressing" -}}
{{- range $field := list "ipFamilyPolicy" "ipFamilies" }}
{{- with index $ $field }}
{{ $field }}: {{ toJson . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "salaatflow.autoscaler" -}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  namespace: {{ include "salaatflow.namespace" .root }}
  labels: {{- include "salaatflow.labels" (dict "root" .root "component" .program.program) | nindent 4 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: {{ .kind }}, name: {{ .name }}}
  minReplicas: {{ int .values.autoscaling.minReplicas }}
  maxReplicas: {{ int .values.autoscaling.maxReplicas }}
  metrics:
    {{- range $resource, $percent := dict "cpu" .values.autoscaling.cpuPercent "memory" .values.autoscaling.memoryPercent }}
    {{- if $percent }}
    - type: Resource
      resource: {name: {{ $resource }}, target: {type: Utilization, averageUtilization: {{ int $percent }}}}
    {{- end }}
    {{- end }}
    {{- with .values.autoscaling.metrics }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
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
  namespace: {{ include "salaatflow.namespace" .root }}
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
  namespace: {{ include "salaatflow.namespace" .root }}
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
