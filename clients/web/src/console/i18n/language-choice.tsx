import { Select } from '../../components/select.tsx';
import { useStore } from '../../hooks/browser-hooks.ts';
import { type Language, LANGUAGES } from '../../i18n/pick-language.ts';
import { chooseLanguage, language, texts } from './texts.ts';

const CHOICES = (Object.entries(LANGUAGES) as [Language, string][]).map(([value, name]) => ({
  value,
  name,
  lang: value,
}));

export function LanguageChoice() {
  const chosen = useStore(language);
  return (
    <Select
      label={texts.language}
      choices={CHOICES}
      chosen={chosen}
      onChoose={(wanted) => void chooseLanguage(wanted)}
    />
  );
}
