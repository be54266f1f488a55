// Behavior of the documentation pages: shows one language of an example at a time, and copies examples.
// Without this script every language is shown, one below the other.
import { readStored, writeStored } from '../page/browser-storage.ts';
import { copyText } from '../page/copy-text.ts';

const LANGUAGE_KEY = 'parley.docs-language';
const COPIED_MS = 2_000;

type Tab = { button: HTMLButtonElement; panel: HTMLElement; language: string };

const groups = [...document.querySelectorAll<HTMLElement>('.docs-tabs')].map(tabsOf);
showLanguage(readStored('localStorage', LANGUAGE_KEY));
for (const figure of document.querySelectorAll<HTMLElement>('.docs-code')) addCopyButton(figure);

function tabsOf(group: HTMLElement): Tab[] {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language of the example');
  const tabs = [...group.querySelectorAll<HTMLElement>('.docs-code')].map((panel) => {
    const caption = panel.querySelector('figcaption');
    const language = caption?.textContent ?? '';
    caption?.remove();
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = language;
    button.setAttribute('role', 'tab');
    button.addEventListener('click', () => chooseLanguage(language));
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-label', language);
    list.append(button);
    return { button, panel, language };
  });
  list.addEventListener('keydown', (event) => moveByKey(event, tabs));
  group.prepend(list);
  return tabs;
}

function moveByKey(event: KeyboardEvent, tabs: readonly Tab[]): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const from = tabs.findIndex(({ button }) => button === event.target);
  const to = step === undefined ? undefined : tabs[(from + step + tabs.length) % tabs.length];
  if (to === undefined) return;
  chooseLanguage(to.language);
  to.button.focus();
}

function chooseLanguage(language: string): void {
  writeStored('localStorage', LANGUAGE_KEY, language);
  showLanguage(language);
}

/** A group of examples without this language keeps its first. */
function showLanguage(language: string | null): void {
  for (const tabs of groups) {
    const chosen = tabs.find((tab) => tab.language === language) ?? tabs[0];
    for (const tab of tabs) {
      tab.button.setAttribute('aria-selected', String(tab === chosen));
      tab.button.tabIndex = tab === chosen ? 0 : -1;
      tab.panel.hidden = tab !== chosen;
    }
  }
}

function addCopyButton(figure: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'docs-copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const text = figure.querySelector('pre')?.textContent ?? '';
    void copyText(text).then((isCopied) => say(button, isCopied ? 'Copied' : 'Select it and copy'));
  });
  figure.append(button);
}

function say(button: HTMLButtonElement, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, COPIED_MS);
}
