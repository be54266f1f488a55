// The parts of a rendered chart that the rules look at.

type Probe = { httpGet?: { path: string; port: string } };
type Container = {
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { key: string } } }[];
  volumeMounts?: { name: string; mountPath: string }[];
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
};
export type Pod = {
  containers: Container[];
  volumes?: { name: string; emptyDir?: { sizeLimit?: string } }[];
  securityContext?: { runAsNonRoot?: boolean };
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
};
type Metric = {
  type: string;
  external?: { metric: { name: string }; target: { type: string } };
};

type Backend = { service: { name: string; port: { name: string } } };

export type Resource = {
  kind: string;
  metadata: { name: string };
  spec: {
    replicas?: number;
    minReplicas?: number;
    maxReplicas?: number;
    maxUnavailable?: number;
    metrics?: Metric[];
    scaleTargetRef?: { name: string };
    /** A service names its labels here, the others in `matchLabels`. */
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
    strategy?: { rollingUpdate?: { maxUnavailable?: number } };
    ports?: { name: string; targetPort: string }[];
    rules?: { http: { paths: { backend: Backend }[] } }[];
  };
};

/** Whether a selector chooses pods with these labels. An empty one counts as none. */
export function selects(selector: object = {}, labels: Record<string, string> = {}): boolean {
  const chosen = Object.entries(selector);
  return chosen.length > 0 && chosen.every(([key, value]) => labels[key] === value);
}
