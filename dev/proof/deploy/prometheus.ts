import { join } from 'node:path';
import { type Check, deployFolder, output, promtool } from './tools.ts';

export function prometheusChecks(): Check[] {
  const folder = join(deployFolder, 'prometheus');
  return [
    { name: 'promtool check rules', args: ['check', 'rules', 'alerts.yaml'] },
    { name: 'promtool test rules', args: ['test', 'rules', 'alerts.test.yaml'] },
  ].map(({ name, args }) => ({
    name,
    run: () => /\d+ rules found/.exec(output(promtool(), args, folder))?.[0] ?? '',
  }));
}
