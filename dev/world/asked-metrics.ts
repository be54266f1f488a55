// Finds the metrics that the alert rules and the dashboard query, and those that a scrape contains.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../setup/places.mjs';

type Matcher = { label: string; operator: string; value: string };
/** One metric in a PromQL query. `aggregator`: the innermost one around it, such as `max`; empty if none. */
export type Asked = { metric: string; matchers: Matcher[]; aggregator: string; query: string };
type Sample = { metric: string; labels: Map<string, string> };
/** `declared`: metrics with a TYPE line, whether or not they have samples. */
export type Scrape = { declared: Set<string>; samples: Sample[] };

const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;
const SELECTOR = /\b(parley_\w+)(?:\{([^}]*)\})?/g;
const AGGREGATORS = new Set(['sum', 'avg', 'count', 'max', 'min', 'topk', 'quantile', 'absent']);

/** The queries of the alert rules and of the dashboard. */
export function operatorsQueries(): string[] {
  const read = (path: string) => readFileSync(join(projectRoot(), 'deploy', path), 'utf8');
  const { groups } = parse(read('prometheus/alerts.yaml')) as {
    groups: { rules: { expr: string }[] }[];
  };
  const { panels } = JSON.parse(read('grafana/parley.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
}

export function askedOf(query: string): Asked[] {
  return [...query.matchAll(SELECTOR)].map(({ 1: metric = '', 2: matchers = '', index }) => ({
    metric,
    matchers: matchersOf(matchers),
    aggregator: aggregatorAround(query, index),
    query: query.replace(/\s+/g, ' ').trim(),
  }));
}

/** The labels in the `by (...)` clauses of a query. */
export function groupLabels(query: string): string[] {
  return [...query.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
}

export function readScrape(text: string): Scrape {
  const declared = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, type] = /^# TYPE (\S+)/.exec(line) ?? [];
    if (type) declared.add(type);
    const [, metric, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (!metric) continue;
    const pairs = matchersOf(labels).map(({ label, value }) => [label, value] as const);
    samples.push({ metric, labels: new Map(pairs) });
  }
  return { declared, samples };
}

/** Labels of a selector that no sample of its metric has. */
export function missingLabels({ metric, matchers }: Asked, { samples }: Scrape): string[] {
  const own = samples.filter((sample) => sample.metric === metric);
  if (own.length === 0) return [];
  return matchers
    .map(({ label }) => label)
    .filter((label) => !own.some(({ labels }) => labels.has(label)));
}

/** Whether a selector matches any sample. */
export function isChosen({ metric, matchers }: Asked, { samples }: Scrape): boolean {
  return samples.some(
    (sample) =>
      sample.metric === metric &&
      matchers.every(({ label, operator, value }) => {
        const told = sample.labels.get(label) ?? '';
        const isMet = operator.endsWith('~')
          ? new RegExp(`^(?:${value})$`).test(told)
          : told === value;
        return operator.startsWith('!') ? !isMet : isMet;
      }),
  );
}

function matchersOf(text: string): Matcher[] {
  return [...text.matchAll(MATCHER)].map(([, label = '', operator = '', value = '']) => ({
    label,
    operator,
    value,
  }));
}

/** Searches outward, one enclosing parenthesis at a time. */
function aggregatorAround(query: string, index: number): string {
  let depth = 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    if (query[at] === ')') depth += 1;
    if (query[at] !== '(') continue;
    depth -= 1;
    if (depth >= 0) continue;
    depth = 0;
    const before = query.slice(0, at).replace(/\b(?:by|without)\s*\([^)]*\)\s*$/, '');
    const [, name = ''] = /(\w+)\s*$/.exec(before) ?? [];
    if (AGGREGATORS.has(name)) return name;
  }
  return '';
}
