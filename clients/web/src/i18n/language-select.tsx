import { ChevronDown, Languages } from 'lucide-preact';
import { type Language, LANGUAGES } from './pick-language.ts';
import { chooseLanguage, language, messages } from './messages.ts';
import { useStore } from '../hooks/browser-hooks.ts';

const NAMES = Object.entries(LANGUAGES) as [Language, string][];

/** Chooses the language of the page. Each language is listed by its own name. */
export function LanguageSelect({ id }: { id: string }) {
  const chosen = useStore(language);
  return (
    <div class="device">
      <Languages aria-hidden="true" />
      <label class="device-label" for={id}>
        {messages.language}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ currentTarget }) => {
          const found = NAMES.find(([value]) => value === currentTarget.value);
          if (found !== undefined) void chooseLanguage(found[0]);
        }}
      >
        {NAMES.map(([value, name]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown class="device-arrow" aria-hidden="true" />
    </div>
  );
}
