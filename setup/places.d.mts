export type TestSpeechTable = {
  /** mespeak's voice, and its speed */
  voice: string;
  wordsPerMinute: number;
  sampleRateHz: number;
  leadSilenceSeconds: number;
  /** after each sentence */
  pauseSeconds: number;
  /** name -> the words that the file says */
  texts: Record<string, string>;
  /** the words of the human recording `two_cities` */
  humanText: string;
};

export function projectRoot(): string;
export function cacheDir(): string;
export function nodePath(): string;
export function mediaServerRecord(): string;
export function objectStorePath(): string;
export function mediaServerPath(): string | undefined;
export function speechModelDir(): string;
export function vadModelPath(): string;
export function chromiumRecord(): string;
export function chromiumPath(): string | undefined;
export function humanSpeechPath(): string;
export function testSpeechTable(): TestSpeechTable;
export function testSpeechPath(name: string): string;
