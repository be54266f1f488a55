import { Select } from '../../components/form-fields.tsx';
import { useStore } from '../../hooks/browser-hooks.ts';
import { LANGUAGE_CHOICES } from '../../i18n/page-language.ts';
import { chooseLanguage, language, texts } from './texts.ts';

export function LanguageChoice() {
  const chosen = useStore(language);
  return (
    <Select
      label={texts.language}
      choices={LANGUAGE_CHOICES}
      chosen={chosen}
      onChoose={(wanted) => void chooseLanguage(wanted)}
    />
  );
}
