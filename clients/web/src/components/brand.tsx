import mark from '../mark.svg';
import { messages } from '../i18n/messages.ts';

export function Brand() {
  return (
    <p class="brand">
      <img src={mark} alt="" width="28" height="28" />
      {messages.productName}
    </p>
  );
}

export function Spinner() {
  return <span class="spinner" aria-hidden="true" />;
}
