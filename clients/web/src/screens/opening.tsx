import { Brand } from '../components/brand.tsx';
import { Spinner } from '../components/spinner.tsx';
import { messages } from '../i18n/messages.ts';

export function Opening() {
  return (
    <main class="after">
      <Brand />
      <div class="after-card" aria-busy="true">
        <Spinner />
        <p class="after-help">{messages.opening}</p>
      </div>
    </main>
  );
}
