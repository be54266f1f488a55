import mark from '../design/mark.svg';
import { words } from '../words/words.ts';

export function Brand() {
  return (
    <p className="brand">
      <img src={mark} alt="" width="28" height="28" />
      {words.productName}
    </p>
  );
}
