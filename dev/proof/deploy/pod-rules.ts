// What the Kubernetes schemas do not check about pods, Services and Ingresses.
import { type Pod, type Resource, selects } from './chart-resources.ts';

/** The Secret key that each variable is read from, by the chart's default values. */
const SECRET_KEYS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'url',
  LIVEKIT_API_KEY: 'apiKey',
  LIVEKIT_API_SECRET: 'apiSecret',
  AWS_ACCESS_KEY_ID: 'accessKeyId',
  AWS_SECRET_ACCESS_KEY: 'secretAccessKey',
};
/** An hour of eight speakers is 0.9 GiB before it is transcribed. */
const MIN_SPOOL_GIB = 2;
/** The load balancer gets 5 s to notice, then tasks get 5 s to stop. */
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
    [
      env.find(({ name }) => name === 'PARLEY_ROLE')?.value !== role,
      'PARLEY_ROLE is not its own role',
    ],
    ...wrongKeys.map(({ name }): [boolean, string] => [
      true,
      `${name} is read from the wrong Secret key`,
    ]),
    [pod.securityContext?.runAsNonRoot !== true, 'may run as root'],
    [pod.automountServiceAccountToken !== false, 'may call the Kubernetes API'],
    [securityContext?.allowPrivilegeEscalation !== false, 'may gain privileges'],
    [securityContext?.readOnlyRootFilesystem !== true, 'root filesystem is writable'],
    [securityContext?.capabilities?.drop?.[0] !== 'ALL', 'does not drop all capabilities'],
    [!mounted.includes('/tmp'), '/tmp is not mounted'],
    [volumeMounts.some(({ name }) => !volumes.has(name)), 'a mounted volume is not defined'],
    [
      role === 'scribe' && gib(volumes.get('data')?.sizeLimit) < MIN_SPOOL_GIB,
      'the data volume is too small for the spool of one meeting',
    ],
    [
      (pod.terminationGracePeriodSeconds ?? 0) < MIN_STOP_SECONDS,
      'grace period is too short to hand over its work',
    ],
  ];
  return faults.filter(([isFault]) => isFault).map(([, words]) => words);
}

const gib = (limit = ''): number => (/^\d+Gi$/.test(limit) ? Number.parseInt(limit, 10) : 0);

/** Every Service selects API pods, and the one behind an Ingress does not expose metrics. */
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
      ...(selects(spec.selector, api?.metadata.labels)
        ? []
        : [`${name}: selects pods of another role`]),
      ...(spec.ports?.every((port) => ports.has(port.targetPort) && port.name === port.targetPort)
        ? []
        : [`${name}: has the wrong targetPort`]),
    ]),
    ...(ports.get('http') === 8080 && ports.get('ops') === 9464
      ? []
      : ['the API has the wrong containerPort']),
    ...reached
      .filter(({ name, port }) => port.name !== 'http' || portsOf(name)?.join() !== 'http')
      .map(({ name }) => `the ingress routes to ${name}, which is not only the API's http port`),
  ];
}
