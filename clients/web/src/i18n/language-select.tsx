import { ChevronDown, Languages } from 'lucide-preact';
import { LANGUAGE_CHOICES } from './page-language.ts';
import { chooseLanguage, language, messages } from './messages.ts';
import { useStore } from '../hooks/browser-hooks.ts';

/** Chooses the language of the page. Each language is listed by its own name. */
export function LanguageSelect() {
  const chosen = useStore(language);
  return (
    <div class="device">
      <Languages aria-hidden="true" />
      <label class="device-label" for="language">
        {messages.language}
      </label>
      <select
        id="language"
        value={chosen}
        onChange={({ currentTarget }) => {
          const found = LANGUAGE_CHOICES.find(({ value }) => value === currentTarget.value);
          if (found !== undefined) void chooseLanguage(found.value);
        }}
      >
        {LANGUAGE_CHOICES.map(({ value, name, lang }) => (
          <option key={value} value={value} lang={lang}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown class="device-arrow" aria-hidden="true" />
    </div>
  );
}
