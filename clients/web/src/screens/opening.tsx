import { Brand } from '../components/brand.tsx';
import { Spinner } from '../components/spinner.tsx';
import { messages } from '../i18n/messages.ts';

export function Opening() {
  return (
    <main class="end-screen">
      <Brand />
      <div class="end-screen-card" aria-busy="true">
        <Spinner />
        <p class="end-screen-help">{messages.opening}</p>
      </div>
    </main>
  );
}
