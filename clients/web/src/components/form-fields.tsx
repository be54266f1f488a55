import { useId } from 'preact/hooks';
import { ChevronDown } from 'lucide-preact';

type Props<T extends string> = {
  label: string;
  choices: readonly { value: T; name: string; lang?: string }[];
  chosen: T;
  onChoose(value: T): void;
};

/** A native select with a label. */
export function Select<T extends string>({ label, choices, chosen, onChoose }: Props<T>) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="field"
        value={chosen}
        onChange={({ currentTarget }) => {
          const choice = choices.find(({ value }) => value === currentTarget.value);
          if (choice !== undefined) onChoose(choice.value);
        }}
      >
        {choices.map(({ value, name, lang }) => (
          <option key={value} value={value} lang={lang}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown class="choice-arrow" aria-hidden="true" />
    </div>
  );
}

type SwitchProps = { label: string; help?: string; on: boolean; onChange(on: boolean): void };

export function Switch({ label, help, on, onChange }: SwitchProps) {
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
