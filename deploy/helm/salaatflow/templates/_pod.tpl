{{- /* The pod of one program; takes what salaatflow.load completed. */}}
{{- define "salaatflow.pod" -}}
{{- $root := .root }}
{{- $v := .values -}}
serviceAccountName: {{ include "salaatflow.serviceAccountName" $root }}
automountServiceAccountToken: false
# Kubernetes would add variables named after the Services, which the programs would refuse as misspelt settings.
enableServiceLinks: false
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
# Longer than all that a stop waits for: the sleep, the drain delay, running calls, and deregistering.
terminationGracePeriodSeconds: {{ add $v.preStopSeconds $v.drain.delaySeconds $v.drain.timeoutSeconds 10 }}
securityContext: {{- toYaml $v.podSecurityContext | nindent 2 }}
{{- with $v.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $v.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $v.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $v.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $v.topologySpread }}
topologySpreadConstraints:
  {{- range . }}
  - {{ toYaml . | nindent 4 | trim }}
    labelSelector:
      matchLabels: {{- include "salaatflow.programSelector" $ | nindent 8 }}
    matchLabelKeys: [{{ ternary "controller-revision-hash" "pod-template-hash" (eq $.kind "StatefulSet") }}]
  {{- end }}
{{- end }}
{{- if and (eq $root.Values.migrations.mode "initContainer") (eq .database.engine "postgresql") }}
initContainers:
  - {{ include "salaatflow.migration" . | nindent 4 | trim }}
{{- end }}
containers:
  - name: {{ .program.program }}
    image: {{ include "salaatflow.image" . | quote }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    args: [serve, --config=/etc/salaatflow/settings/settings.yaml]
    ports:
      {{- if .isGateway }}
      - {name: http, containerPort: {{ .ports.http }}}
      {{- else }}
      - {name: grpc, containerPort: {{ .ports.grpc }}}
      {{- end }}
      - {name: ops, containerPort: {{ .ports.ops }}}
    {{- include "salaatflow.env" . | trim | nindent 4 }}
    {{- with $v.extraEnvFrom }}
    envFrom: {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- include "salaatflow.probes" . | nindent 4 }}
    {{- if gt (int $v.preStopSeconds) 0 }}
    lifecycle: {preStop: {sleep: {seconds: {{ int $v.preStopSeconds }}}}}
    {{- end }}
    securityContext: {{- toYaml $v.securityContext | nindent 6 }}
    {{- with $v.resources }}
    resources: {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- include "salaatflow.mounts" . | nindent 4 }}
{{ include "salaatflow.volumes" . }}
{{- end }}

{{- define "salaatflow.env" -}}
env:
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
  {{- . | nindent 2 }}
  {{- end }}
  {{- with .values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
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
volumeMounts:
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
  {{- with .values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "salaatflow.volumes" -}}
volumes:
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
    {{- . | nindent 4 }}
  {{- end }}
  - name: tmp
    emptyDir: {sizeLimit: 64Mi}
  {{- with .values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
