import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Resource } from './chart-resources.ts';
import { chartFaults } from './chart-rules.ts';
import {
  type Check,
  deployFolder,
  everythingSaid,
  helm,
  kubernetesValidate,
  output,
} from './tools.ts';

/** The oldest that the chart takes (`kubeVersion`), and the newest whose schemas are at hand. */
const KUBERNETES = ['1.25', '1.37'];
/** The metric that `speechWaitingSeconds` scales by. */
const WAITING = 'parley_speech_waiting_seconds';
const CHART = join(deployFolder, 'helm', 'parley');

const SMALLEST = {
  publicUrl: 'https://meet.example.org',
  livekit: { url: 'ws://livekit:7880' },
};
const roles = (autoscaling: object): object =>
  Object.fromEntries(['api', 'worker', 'scribe'].map((role) => [role, { autoscaling }]));

const ACCEPTED: Record<string, object> = {
  'the smallest values': SMALLEST,
  'every value': {
    ...SMALLEST,
    image: { repository: 'registry.example.org/parley', tag: 'v1', pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'registry' }],
    secrets: { objectStorage: { name: 'parley-bucket' } },
    settings: {
      PARLEY_SPOOL: 's3://bucket/sound',
      AWS_ENDPOINT_URL_S3: 'https://minio.example.org',
      PARLEY_SCRIBE_STANDBY: 'on',
    },
    envFromSecrets: ['parley-summary'],
    roles: { scribe: { replicas: 3, autoscaling: { speechWaitingSeconds: 30 } } },
    ingress: {
      enabled: true,
      className: 'nginx',
      annotations: { 'nginx.ingress.kubernetes.io/proxy-read-timeout': '120' },
      tlsSecretName: 'meet-tls',
    },
    podAnnotations: { 'example.org/team': 'meetings' },
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'meetings', operator: 'Exists', effect: 'NoSchedule' }],
  },
  'a fixed number of pods': { ...SMALLEST, roles: roles({ enabled: false }) },
  'a role without pods': {
    ...SMALLEST,
    roles: { scribe: { replicas: 0, autoscaling: { enabled: false } } },
  },
  'a metric of the operator': {
    ...SMALLEST,
    roles: roles({
      metrics: [
        {
          type: 'Pods',
          pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: 5 } },
        },
      ],
    }),
  },
};
const REFUSED: Record<string, object> = {
  'no public address': { livekit: SMALLEST.livekit },
  'a path in the public address': { ...SMALLEST, publicUrl: 'https://example.org/meet' },
  'an address of LiveKit by http': { ...SMALLEST, livekit: { url: 'http://livekit:7880' } },
  'a misspelled value': { ...SMALLEST, role: {} },
  'a setting that the chart gives itself': { ...SMALLEST, settings: { PARLEY_ROLE: 'all' } },
  'an autoscaler that starts from no pod': { ...SMALLEST, roles: { scribe: { replicas: 0 } } },
  'an autoscaler that starts above its maximum': { ...SMALLEST, roles: { api: { replicas: 8 } } },
  'a setting that is not one of Parley': { ...SMALLEST, settings: { DATABASE_URL: 'postgres://' } },
};

const REFUSAL = /don't meet the specifications of the schema|more than autoscaling\.maxReplicas/;

export function chartChecks(folder: string): Check[] {
  return [
    ...Object.entries(ACCEPTED).map(([name, values]) => ({
      name: `the chart with ${name}`,
      run: () => rendered(folder, values),
    })),
    ...Object.entries(REFUSED).map(([name, values]) => ({
      name: `the chart refuses ${name}`,
      run: () => {
        const said = everythingSaid(helm(), template(writeValues(folder, values)));
        if (!REFUSAL.test(said)) throw new Error(`It was taken:\n${said.slice(0, 2_000)}`);
        return '';
      },
    })),
  ];
}

function writeValues(folder: string, values: object): string {
  const path = join(folder, 'values.json');
  writeFileSync(path, JSON.stringify(values));
  return path;
}

function template(valuesPath: string, kubernetes = KUBERNETES.at(-1) ?? ''): string[] {
  return ['template', 'trial', CHART, '--values', valuesPath, '--kube-version', kubernetes];
}

/** Checks what the chart makes of these values; returns the numbers of resources. */
function rendered(folder: string, values: object): string {
  const valuesPath = writeValues(folder, values);
  output(helm(), ['lint', '--strict', CHART, '--values', valuesPath]);
  const scalesByWaiting = JSON.stringify(values).includes('speechWaitingSeconds');
  const counts = KUBERNETES.map((version) => {
    const text = output(helm(), template(valuesPath, version));
    const path = join(folder, 'rendered.yaml');
    writeFileSync(path, text);
    output(kubernetesValidate(), ['--strict', '--quiet', '-k', version, path]);
    const resources = parseAllDocuments(text).flatMap(
      (document) => (document.toJS() as Resource | null) ?? [],
    );
    const faults = chartFaults(resources);
    if (scalesByWaiting && !text.includes(`name: ${WAITING}`))
      faults.push(`no scaler by ${WAITING}`);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return resources.length;
  });
  return `${counts.join(' and ')} resources for Kubernetes ${KUBERNETES.join(' and ')}`;
}
