// What the Kubernetes schemas do not check: each role has its probes, its disruption budget and its own scaler.
import { type Resource, selects } from './chart-resources.ts';
import { podFaults, serviceFaults } from './pod-rules.ts';

const ROLES = ['api', 'worker', 'scribe'];
const PROBES = { startupProbe: 'live', livenessProbe: 'live', readinessProbe: 'ready' } as const;

/** One line per fault in a rendered chart. */
export function chartFaults(resources: readonly Resource[]): string[] {
  const ofRoles = ROLES.flatMap((role) => {
    const of = (kind: string): Resource | undefined =>
      resources.find((one) => one.kind === kind && one.metadata.name.endsWith(`-${role}`));
    const deployment = of('Deployment');
    if (!deployment) return [`${role}: no Deployment`];
    return [
      ...probeFaults(deployment),
      ...dataFolderFaults(deployment),
      ...podFaults(role, deployment.spec.template?.spec),
      ...(deployment.spec.strategy?.rollingUpdate?.maxUnavailable === 0
        ? []
        : ['an update takes a pod away before the next one is ready']),
      ...budgetFaults(deployment, of('PodDisruptionBudget')),
      ...scalerFaults(deployment, of('HorizontalPodAutoscaler')),
    ].map((fault) => `${role}: ${fault}`);
  });
  return [...ofRoles, ...serviceFaults(resources)];
}

function probeFaults({ spec }: Resource): string[] {
  const [container] = spec.template?.spec.containers ?? [];
  const ports = container?.ports?.map(({ name }) => name) ?? [];
  return Object.entries(PROBES).flatMap(([name, path]) => {
    const asked = container?.[name as keyof typeof PROBES]?.httpGet;
    if (asked?.path !== `/health/${path}`) return [`${name} does not ask /health/${path}`];
    return ports.includes(asked.port) ? [] : [`${name} asks a port that no container has`];
  });
}

/** Kubernetes gives a volume's own folder to root; a folder that the process makes in it is the process's. */
function dataFolderFaults({ spec }: Resource): string[] {
  const [container] = spec.template?.spec.containers ?? [];
  const folder = container?.env?.find(({ name }) => name === 'PARLEY_DATA_DIR')?.value ?? '/data';
  const isInVolume = container?.volumeMounts?.some(({ mountPath }) =>
    folder.startsWith(`${mountPath}/`),
  );
  return isInVolume ? [] : ['its data folder is not inside a volume'];
}

/** One pod at a time may be taken away, and it is the role's own. */
function budgetFaults({ spec }: Resource, budget: Resource | undefined): string[] {
  if (budget?.spec.maxUnavailable !== 1) return ['no budget of one pod'];
  const isOfRole = selects(budget.spec.selector?.matchLabels, spec.template?.metadata.labels);
  return isOfRole ? [] : ['its budget is for other pods'];
}

function scalerFaults({ metadata, spec }: Resource, scaler: Resource | undefined): string[] {
  const isFixed = spec.replicas !== undefined;
  if (!scaler) return isFixed ? [] : ['neither a number of pods nor a scaler'];
  const { scaleTargetRef, minReplicas = 0, maxReplicas = 0, metrics = [] } = scaler.spec;
  const waiting = metrics.filter(({ external }) => external?.metric.name.startsWith('parley_'));
  return [
    ...(isFixed ? ['a number of pods that the scaler changes'] : []),
    ...(scaleTargetRef?.name === metadata.name ? [] : ['its scaler is for other pods']),
    ...(minReplicas >= 2 && maxReplicas > minReplicas ? [] : ['its scaler has no room']),
    ...(metrics.some(({ type }) => type === 'Resource') ? [] : ['its scaler forgets the CPU']),
    // The whole is told by each process: `Value` would be reached by one busy scribe, however many there are.
    ...(waiting.every(({ external }) => external?.target.type === 'AverageValue')
      ? []
      : ['its scaler takes the whole for a share']),
  ];
}
