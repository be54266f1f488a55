import { emptySummary, type SummaryBody } from '../artifact/empty-content.ts';
import type { WrittenSummary } from '../ports.ts';

type Outcome = {
  result: 'complete' | 'partial' | 'empty';
  reason: 'language_not_supported' | null;
  content: SummaryBody;
};

/** The result to report: a writer that did not look for decisions does not claim that there are none. Pure. */
export function summaryOutcome(
  { notSought, ...content }: WrittenSummary,
  { isPartial }: { isPartial: boolean },
): Outcome {
  const reason = 'language_not_supported';
  if (notSought === 'anything')
    return {
      result: 'empty',
      reason,
      content: { ...emptySummary(), languageCode: content.languageCode },
    };
  if (notSought === 'items') return { result: 'partial', reason, content };
  return { result: isPartial ? 'partial' : 'complete', reason: null, content };
}
