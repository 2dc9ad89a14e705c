{{- define "cds.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- /* Labels that never change: a Deployment's selector cannot. */ -}}
{{- define "cds.selector" -}}
app.kubernetes.io/name: catch-data-service
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "cds.labels" -}}
{{ include "cds.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "cds.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "%s/%s/%s" $image.registry $image.repository .name | trimPrefix "/" -}}
{{- if .digest -}}{{ $name }}@{{ .digest }}
{{- else -}}{{ $name }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- /* A setting as text: Helm reads numbers as floats, and would write large ones with an exponent. */ -}}
{{- define "cds.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{- define "cds.secretName" -}}
{{ .ref.secretName | default .root.Values.existingSecret }}
{{- end -}}

{{- /* Settings and secrets of a service, as JSON: its own win over those of all; null takes one away. Not by `merge`,
which passes over what is empty, such as 0 and false. */ -}}
{{- define "cds.settingsOf" -}}
{{- include "cds.overlaid" (dict "all" .root.Values.settings "own" .service.settings) -}}
{{- end -}}
{{- define "cds.secretsOf" -}}
{{- include "cds.overlaid" (dict "all" .root.Values.secrets "own" .service.secrets) -}}
{{- end -}}
{{- define "cds.overlaid" -}}
{{- $result := deepCopy .all -}}
{{- range $name, $value := .own -}}{{- $_ := set $result $name $value -}}{{- end -}}
{{ $result | toJson }}
{{- end -}}

{{- /* The part of settings or secrets that tells how to reach Kafka, as JSON. */ -}}
{{- define "cds.ofKafka" -}}
{{- $kafka := dict -}}
{{- range $name, $value := . -}}
{{- if and (hasPrefix "KAFKA_" $name) (ne $name "KAFKA_LOST_OFFSETS") -}}{{- $_ := set $kafka $name $value -}}{{- end -}}
{{- end -}}
{{ $kafka | toJson }}
{{- end -}}

{{- /* The AWS client reads its variables alone; all else of a Secret is a file, which no child process inherits. */ -}}
{{- define "cds.env" -}}
{{- $root := .root -}}
{{- range $name, $value := .settings }}
{{- if and (not (kindIs "invalid" $value)) (ne (toString $value) "") (not (hasKey $.secrets $name)) }}
- name: {{ $name }}
  value: {{ include "cds.text" $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $ref := .secrets }}
{{- if not $ref }}
{{- else if hasPrefix "AWS_" $name }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ include "cds.secretName" (dict "root" $root "ref" $ref) }}, key: {{ $ref.key | quote }} }
{{- else }}
- name: {{ $name }}_FILE
  value: /run/secrets/cds/{{ $name }}
{{- end }}
{{- end }}
{{- with $root.Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "cds.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if .secrets }}
- { name: secrets, mountPath: /run/secrets/cds, readOnly: true }
{{- end }}
{{- with .root.Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "cds.volumes" -}}
{{- $root := .root -}}
- name: tmp
  emptyDir: {}
{{- if .secrets }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $name, $ref := .secrets }}
      {{- if and $ref (not (hasPrefix "AWS_" $name)) }}
      - secret:
          name: {{ include "cds.secretName" (dict "root" $root "ref" $ref) }}
          items: [{ key: {{ $ref.key | quote }}, path: {{ $name }} }]
      {{- end }}
      {{- end }}
{{- end }}
{{- with $root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "cds.podMetadata" -}}
labels:
  {{- include "cds.labels" . | nindent 2 }}
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* Those that keep files for all of their copies: empty for others. */ -}}
{{- define "cds.storesFiles" -}}
{{- if has . (list "catch" "species") }}yes{{ end -}}
{{- end -}}

{{- /* The claim that the chart makes. */ -}}
{{- define "cds.claimName" -}}
{{ include "cds.fullname" . }}-catch-data
{{- end -}}

{{- /* What all pods have: the user `node` of the images, no token, and no rights. */ -}}
{{- define "cds.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
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
{{- end -}}

{{- define "cds.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}
