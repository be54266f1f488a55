import mark from '../mark.svg';

export function Brand() {
  return (
    <p class="brand">
      <img src={mark} alt="" width="28" height="28" />
      Parley
    </p>
  );
}

export function Spinner() {
  return <span class="spinner" aria-hidden="true" />;
}
