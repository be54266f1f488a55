import { useId } from 'react';
import { ChevronDown } from 'lucide-react';

type Props<T extends string> = {
  label: string;
  choices: readonly { value: T; name: string; lang?: string }[];
  chosen: T;
  onChoose(value: T): void;
};

/** One of a few, as a list that every browser and screen reader knows. */
export function Choice<T extends string>({ label, choices, chosen, onChoose }: Props<T>) {
  const id = useId();
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field"
        value={chosen}
        onChange={({ target }) => {
          const found = choices.find(({ value }) => value === target.value);
          if (found !== undefined) onChoose(found.value);
        }}
      >
        {choices.map(({ value, name, lang }) => (
          <option key={value} value={value} lang={lang}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown className="choice-arrow" aria-hidden="true" />
    </div>
  );
}
