import { render } from 'preact';
import '../styles/index.css';
import './check.css';
import { loadLanguage } from '../i18n/messages.ts';
import { preferredLanguage } from '../i18n/page-language.ts';
import { Check } from './check.tsx';

void loadLanguage(preferredLanguage()).then(() => {
  const page = document.getElementById('page');
  if (page === null) return;
  page.replaceChildren();
  render(<Check />, page);
});
