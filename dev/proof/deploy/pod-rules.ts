// What the Kubernetes schemas do not check about pods, and about what leads to them.
import type { Pod, Resource } from './chart-rules.ts';

/** The key of the chart's own values that each variable is read from. */
const SECRET_KEYS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'url',
  LIVEKIT_API_KEY: 'apiKey',
  LIVEKIT_API_SECRET: 'apiSecret',
  AWS_ACCESS_KEY_ID: 'accessKeyId',
  AWS_SECRET_ACCESS_KEY: 'secretAccessKey',
};
/** An hour of eight speakers is 0.9 GiB before it is transcribed. */
const MIN_SPOOL_GIB = 2;
/** Runs are given 5 s to stop; before that, the load balancer has 5 s to notice. */
const MIN_STOP_SECONDS = 15;

/** One line per fault in the pods of a role. */
export function podFaults(role: string, pod: Pod | undefined): string[] {
  const [container] = pod?.containers ?? [];
  if (!pod || !container) return ['no container'];
  const { env = [], volumeMounts = [], securityContext } = container;
  const mounted = volumeMounts.map(({ mountPath }) => mountPath);
  const volumes = new Map(pod.volumes?.map(({ name, emptyDir }) => [name, emptyDir]));
  const wrongKeys = env.filter(
    ({ name, valueFrom }) => valueFrom && valueFrom.secretKeyRef?.key !== SECRET_KEYS[name],
  );
  const faults: [boolean, string][] = [
    [env.find(({ name }) => name === 'PARLEY_ROLE')?.value !== role, 'it has another role'],
    ...wrongKeys.map(({ name }): [boolean, string] => [true, `${name} is read from another key`]),
    [pod.securityContext?.runAsNonRoot !== true, 'it may run as root'],
    [pod.automountServiceAccountToken !== false, 'it may call the API of Kubernetes'],
    [securityContext?.allowPrivilegeEscalation !== false, 'it may gain privileges'],
    [securityContext?.readOnlyRootFilesystem !== true, 'it may change its own program'],
    [securityContext?.capabilities?.drop?.[0] !== 'ALL', 'it keeps capabilities'],
    [!mounted.includes('/tmp'), 'it has no place for temporary files'],
    [volumeMounts.some(({ name }) => !volumes.has(name)), 'a volume is missing'],
    [
      role === 'scribe' && gib(volumes.get('data')?.sizeLimit) < MIN_SPOOL_GIB,
      'its spool has no room for a meeting',
    ],
    [
      (pod.terminationGracePeriodSeconds ?? 0) < MIN_STOP_SECONDS,
      'it is killed before it has handed over its work',
    ],
  ];
  return faults.filter(([isFault]) => isFault).map(([, words]) => words);
}

const gib = (limit = ''): number => (/^\d+Gi$/.test(limit) ? Number.parseInt(limit, 10) : 0);

/** Each service leads to pods of the API, and the one that an ingress names has no metrics. */
export function serviceFaults(resources: readonly Resource[]): string[] {
  const api = resources.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('-api'),
  )?.spec.template;
  const ports = new Map(
    api?.spec.containers[0]?.ports?.map((one) => [one.name, one.containerPort]),
  );
  const services = resources.filter(({ kind }) => kind === 'Service');
  const portsOf = (name: string) =>
    services.find(({ metadata }) => metadata.name === name)?.spec.ports?.map((port) => port.name);
  const reached = resources
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap(({ spec }) => spec.rules ?? [])
    .flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  return [
    ...services.flatMap(({ metadata: { name }, spec }) => [
      ...(fits(spec.selector, api?.metadata.labels) ? [] : [`${name}: leads to other pods`]),
      ...(spec.ports?.every((port) => ports.has(port.targetPort) && port.name === port.targetPort)
        ? []
        : [`${name}: leads to another port`]),
    ]),
    ...(ports.get('http') === 8080 && ports.get('ops') === 9464
      ? []
      : ['the API listens elsewhere']),
    ...reached
      .filter(({ name, port }) => port.name !== 'http' || portsOf(name)?.join() !== 'http')
      .map(({ name }) => `the ingress does not lead to the API alone, but to ${name}`),
  ];
}

function fits(selector: object = {}, labels: Record<string, string> = {}): boolean {
  const chosen = Object.entries(selector);
  return chosen.length > 0 && chosen.every(([key, value]) => labels[key] === value);
}
