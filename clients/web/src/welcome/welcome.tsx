import { render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Select } from '../components/form-fields.tsx';
import { Brand } from '../components/brand.tsx';
import { directionOf, LANGUAGE_CHOICES, preferredLanguage } from '../i18n/page-language.ts';
import { saveLanguagePreference } from '../page/preferences.ts';
import { WELCOME } from './texts.ts';
import '../console/styles/index.css';
import './welcome.css';

/** What this service is, and where to go from here. */
function Welcome() {
  const [language, setLanguage] = useState(preferredLanguage);
  const texts = WELCOME[language];
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  const ways = [
    { address: '/console', ...texts.console },
    { address: '/docs', ...texts.docs },
    { address: '/v1/openapi.json', ...texts.contract },
    { address: '/health/ready', ...texts.health },
  ];
  return (
    <main class="welcome">
      <div class="welcome-top">
        <Brand />
        <Select
          label={texts.language}
          choices={LANGUAGE_CHOICES}
          chosen={language}
          onChoose={(chosen) => {
            saveLanguagePreference(chosen);
            setLanguage(chosen);
          }}
        />
      </div>
      <h1>{texts.title}</h1>
      <p class="welcome-what">{texts.what}</p>
      <ul class="welcome-ways">
        {ways.map(({ address, name, help }) => (
          <li key={address}>
            <a class="welcome-way" href={address}>
              <strong>{name}</strong>
              <span class="quiet">{help}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="quiet">
        {texts.api} <code dir="ltr">{location.origin}/v1/meetings</code>
      </p>
    </main>
  );
}

const page = document.getElementById('page');
if (page !== null) {
  page.replaceChildren();
  render(<Welcome />, page);
}
