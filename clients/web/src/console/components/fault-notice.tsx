import { ParleyError } from '../../../../sdk-typescript/client.ts';
import { language, texts } from '../i18n/texts.ts';
import { SLOW } from '../session/use-action.ts';

type Props = { fault: unknown; retry?: (() => void) | undefined };

/** Why something failed; nothing when it did not. Messages of the service are in English. */
export function FaultNotice({ fault, retry }: Props) {
  if (fault === null || fault === undefined) return null;
  const sentence = sentenceFor(fault);
  const detail = sentence === texts.refused ? detailOf(fault) : undefined;
  return (
    <div class="alert" role="alert">
      <span>
        {sentence}
        {detail !== undefined && (
          <>
            {' '}
            <bdi lang="en">{detail}</bdi>
          </>
        )}
      </span>
      {retry && fault !== SLOW && (
        <button type="button" class="button button-small" onClick={retry}>
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}

/** What is wrong with each field of an invalid body; else the title, since a problem's detail is for programmers. */
function detailOf(fault: unknown): string | undefined {
  if (!(fault instanceof ParleyError) || fault.problem === null) return undefined;
  const { title, errors = [] } = fault.problem;
  return errors.length > 0 ? errors.map((error) => error.detail).join(' ') : `${title}.`;
}

function sentenceFor(fault: unknown): string {
  if (fault === SLOW) return texts.slow;
  // Without a problem document, something else answered, such as a proxy.
  if (!(fault instanceof ParleyError) || fault.problem === null) return texts.unreachable;
  const scope = fault.problem.requiredScope;
  if (scope !== undefined) return texts.notAllowed(scope);
  if (fault.status >= 500) return texts.broken;
  return fault.status === 404 ? texts.notFound : texts.refused;
}

/** Shown in place of a part of a page that the key may not read. */
export function LacksScope({ scope }: { scope: string }) {
  return (
    <p class="quiet" lang={language.get()}>
      {texts.notAllowed(scope)}
    </p>
  );
}
