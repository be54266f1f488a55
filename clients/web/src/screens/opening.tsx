import { Brand } from '../components/brand.tsx';
import { Spinner } from '../components/spinner.tsx';
import { words } from '../i18n/messages.ts';

export function Opening() {
  return (
    <main class="after">
      <Brand />
      <div class="after-card" aria-busy="true">
        <Spinner />
        <p class="after-help">{words.opening}</p>
      </div>
    </main>
  );
}
