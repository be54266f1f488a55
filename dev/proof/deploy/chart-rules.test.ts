import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Resource } from './chart-resources.ts';
import { chartFaults } from './chart-rules.ts';

/** What the chart renders for a role, without what its schemas check. */
const ofRole = (role: string): string => `
kind: Deployment
metadata: { name: t-${role} }
spec:
  strategy: { rollingUpdate: { maxUnavailable: 0 } }
  template:
    metadata: { labels: { app: parley, component: ${role} } }
    spec:
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 20
      securityContext: { runAsNonRoot: true }
      containers:
        - securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          env:
            - { name: PARLEY_ROLE, value: ${role} }
            - { name: PARLEY_DATA_DIR, value: /data/parley }
            - { name: LIVEKIT_API_KEY, valueFrom: { secretKeyRef: { name: s, key: apiKey } } }
          ports: [{ name: http, containerPort: 8080 }, { name: ops, containerPort: 9464 }]
          startupProbe: { httpGet: { path: /health/live, port: ops } }
          livenessProbe: { httpGet: { path: /health/live, port: ops } }
          readinessProbe: { httpGet: { path: /health/ready, port: ops } }
          volumeMounts: [{ name: data, mountPath: /data }, { name: tmp, mountPath: /tmp }]
      volumes:
        - { name: data, emptyDir: { sizeLimit: ${role === 'scribe' ? '10Gi' : '100Mi'} } }
        - { name: tmp, emptyDir: { sizeLimit: 100Mi } }
---
kind: PodDisruptionBudget
metadata: { name: t-${role} }
spec: { maxUnavailable: 1, selector: { matchLabels: { component: ${role} } } }
---
kind: HorizontalPodAutoscaler
metadata: { name: t-${role} }
spec:
  scaleTargetRef: { name: t-${role} }
  minReplicas: 2
  maxReplicas: 4
  metrics: [{ type: Resource }]
---`;
const CHART = `${['api', 'worker', 'scribe'].map(ofRole).join('')}
kind: Service
metadata: { name: t }
spec: { selector: { component: api }, ports: [{ name: http, targetPort: http }] }
---
kind: Service
metadata: { name: t-ops }
spec: { selector: { component: api }, ports: [{ name: ops, targetPort: ops }] }
---
kind: Ingress
metadata: { name: t }
spec: { rules: [{ http: { paths: [{ backend: { service: { name: t, port: { name: http } } } }] } }] }
`;
const faultsOf = (text: string): string[] =>
  chartFaults(parseAllDocuments(text).map((document) => document.toJS() as Resource));

test('a correct chart has no faults', () => {
  expect(faultsOf(CHART)).toEqual([]);
});

test.each([
  ['value: worker', 'value: api', 'worker: PARLEY_ROLE is not its own role'],
  ['key: apiKey', 'key: apiSecret', 'api: LIVEKIT_API_KEY is read from the wrong Secret key'],
  ['runAsNonRoot: true', 'runAsNonRoot: false', 'api: may run as root'],
  ['Token: false', 'Token: true', 'api: may call the Kubernetes API'],
  ['Escalation: false', 'Escalation: true', 'api: may gain privileges'],
  ['Filesystem: true', 'Filesystem: false', 'api: root filesystem is writable'],
  ['drop: [ALL]', 'drop: [KILL]', 'api: does not drop all capabilities'],
  ['mountPath: /tmp', 'mountPath: /temp', 'api: /tmp is not mounted'],
  ['- { name: tmp, empty', '- { name: other, empty', 'api: a mounted volume is not defined'],
  [
    'sizeLimit: 10Gi',
    'sizeLimit: 100Mi',
    'scribe: the data volume is too small for the spool of one meeting',
  ],
  ['Seconds: 20', 'Seconds: 5', 'api: grace period is too short to hand over its work'],
  [
    'Unavailable: 0',
    'Unavailable: 1',
    'api: an update takes a pod away before the next one is ready',
  ],
  ['{ component: api }, ports', '{ component: worker }, ports', 't: selects pods of another role'],
  ['targetPort: http', 'targetPort: ops', 't: has the wrong targetPort'],
  ['containerPort: 9464', 'containerPort: 9090', 'the API has the wrong containerPort'],
  [
    'service: { name: t,',
    'service: { name: t-ops,',
    "the ingress routes to t-ops, which is not only the API's http port",
  ],
])('a chart with "%s" changed to "%s" is rejected', (right, wrong, fault) => {
  expect(CHART).toContain(right);
  expect(faultsOf(CHART.replace(right, wrong))).toEqual([fault]);
});
