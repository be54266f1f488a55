import { Brand } from '../parts/brand.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { words } from '../words/words.ts';

export function Opening() {
  return (
    <main className="after">
      <Brand />
      <div className="after-card" aria-busy="true">
        <Spinner />
        <p className="after-help">{words.opening}</p>
      </div>
    </main>
  );
}
