import { render } from 'preact';
import './styles/index.css';
import { ConsoleApp } from './console-app.tsx';
import { preferredLanguage } from '../i18n/page-language.ts';
import { loadLanguage } from './i18n/texts.ts';
import { watchRoute } from './route.ts';
import { openSession } from './session/session.ts';

const session = openSession(location.origin);
const route = watchRoute();
void loadLanguage(preferredLanguage()).then(() => {
  const page = document.getElementById('page');
  if (page !== null) render(<ConsoleApp session={session} route={route} />, page);
});
