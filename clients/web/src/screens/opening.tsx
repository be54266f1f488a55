import { Brand } from '../components/brand.tsx';
import { Spinner } from '../components/spinner.tsx';
import { words } from '../i18n/messages.ts';

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
