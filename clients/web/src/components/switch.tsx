import { useId } from 'preact/hooks';

type Props = { label: string; help?: string; on: boolean; onChange(on: boolean): void };

export function Switch({ label, help, on, onChange }: Props) {
  const id = useId();
  return (
    <div class="switch">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {help !== undefined && (
        <p id={`${id}-help`} class="quiet">
          {help}
        </p>
      )}
    </div>
  );
}
