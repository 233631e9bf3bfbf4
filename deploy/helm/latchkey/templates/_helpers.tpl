{{- define "latchkey.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* What selects the pods of a release. */}}
{{- define "latchkey.selector" -}}
app.kubernetes.io/name: latchkey
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "latchkey.labels" -}}
{{ include "latchkey.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "latchkey.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* The file of settings: those of the chart, and over them those of the values. */}}
{{- define "latchkey.settings" -}}
{{- $issuer := required "Set issuer, the address that users and clients see." .Values.issuer -}}
{{- $log := dict "disable_for_health" true -}}
{{- $listener := dict "host" "0.0.0.0" "access_log" $log -}}
{{- $serve := dict "public" $listener "admin" (deepCopy $listener) "tls" (dict "allow_termination_from" .Values.terminationNetworks) "limits" (dict "drain_delay" "10s") -}}
{{- $chart := dict "urls" (dict "self" (dict "issuer" $issuer)) "serve" $serve -}}
{{- toYaml (mergeOverwrite $chart (deepCopy .Values.settings)) -}}
{{- end -}}

{{/* What the pods of servers and of migrations have in common. */}}
{{- define "latchkey.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false # They would create variables that look like settings.
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "latchkey.container" -}}
image: {{ include "latchkey.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - secretRef: { name: {{ .Values.existingSecret }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: settings, mountPath: /etc/latchkey, readOnly: true }
  - { name: scratch, mountPath: /tmp }
{{- end -}}
