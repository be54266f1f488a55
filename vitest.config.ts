import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Real speech in real time, two files at a time: sound that is played while the cores are busy is heard badly.
const SPEECH = [
  'dev/speech/**/*.test.ts',
  'src/scribe/session/attend-meeting.test.ts',
  'src/engines/listener/room-listener.test.ts',
  'src/engines/listener/room-signalling.test.ts',
];

/** Of each project, the files that take longest and are not among its largest. The longest first. */
const LONG = [
  'src/engines/summarizer/evaluation/development.test.ts',
  'src/engines/recognizer/recognizer-restart.test.ts',
  'src/engines/recognizer/recognizer.test.ts',
  'src/core/meeting/meeting-life.test.ts',
  'src/core/media-token/hostile-clients.test.ts',
  'dev/operations/stop.test.ts',
  'dev/browser/docs.test.ts',
  'dev/browser/network-outages.test.ts',
  'dev/speech/whole-meeting.test.ts',
];

/**
 * Without the times of an earlier run, as in a new clone, vitest begins with the largest files. One worker would then
 * run a small file that takes long while the others have nothing left to do.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? LONG.length : at;
    };
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((some) => some.toSorted((a, b) => rank(a) - rank(b)));
  }
}

/** What `expect.poll` waits for may be late on a busy machine; the usual 1 s is soon over. */
const MAX_POLL_TIMEOUT_MS = 60_000;

type Limits = { maxWorkers: number; testTimeout: number; hookTimeout: number; isolate?: boolean };

/** Projects run one after the other, in the order of `order`. */
function project(
  name: string,
  order: number,
  include: string[],
  limits: Limits,
): TestProjectConfiguration {
  return {
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**', ...(name === 'service' ? NOT_SERVICE : [])],
      expect: { poll: { timeout: Math.min(limits.testTimeout / 2, MAX_POLL_TIMEOUT_MS) } },
      sequence: { groupOrder: order },
      ...limits,
    },
  };
}

const BROWSER = ['dev/browser/**/*.test.ts', 'dev/operations/**/*.test.ts'];
const SOAK = ['dev/soak/**/*.test.ts'];
/** Needs python3 with venv and a package index, which the product does not. */
const PYTHON = ['clients/sdk-python/**/*.test.ts', 'dev/language-model/**/*.test.ts'];
/** Replaces modules or variables of the environment, which needs a process of its own. */
const MOCKED = ['{src,clients,setup}/**/*.mocked.test.ts'];
const NOT_SERVICE = [...MOCKED, ...BROWSER, ...SPEECH, ...SOAK, ...PYTHON];
/**
 * They wait for other processes a fifth of their time, so there are more workers than cores. The time is only for tests
 * that hang: with ten processes for each core, some that start a server take half of it.
 */
const SERVICE_LIMITS = { maxWorkers: 4, testTimeout: 60_000, hookTimeout: 60_000 };
const PAGE_LIMITS = { testTimeout: 180_000, hookTimeout: 120_000 };
const LONG_LIMITS = { testTimeout: 600_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    // Runs once, before all projects.
    globalSetup: ['dev/world/service/test-cluster.ts'],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      // Loads each module once a worker instead of once a file: a fifth faster.
      project('service', 0, ['{bench,contract,src,clients,deploy,dev,setup}/**/*.test.{ts,tsx}'], {
        ...SERVICE_LIMITS,
        isolate: false,
      }),
      project('mocked', 0, MOCKED, SERVICE_LIMITS),
      // Files of a worker share modules and a running Parley (`dev/world/shared-parley.ts`).
      project('browser', 1, BROWSER, { maxWorkers: 2, ...PAGE_LIMITS, isolate: false }),
      project('speech', 2, SPEECH, { maxWorkers: 2, ...LONG_LIMITS }),
      project('soak', 3, SOAK, { maxWorkers: 1, ...LONG_LIMITS }),
      project('python', 4, PYTHON, { maxWorkers: 1, ...LONG_LIMITS }),
    ],
  },
});
