import { expect, test } from 'vitest';
import { OtherTabs } from './other-tabs.ts';

function openTab() {
  const tab = { inMeeting: false, otherHere: false, left: false };
  const tabs = new OtherTabs(
    'gl_tabs',
    () => tab.inMeeting,
    (here) => (tab.otherHere = here),
    () => (tab.left = true),
  );
  return { tab, tabs, [Symbol.dispose]: () => tabs[Symbol.dispose]() };
}

test('a lobby knows of another tab in the meeting for as long as that tab is there', async () => {
  using first = openTab();
  using second = openTab();
  using lobby = openTab();
  first.tab.inMeeting = true;
  lobby.tabs.ask();
  await expect.poll(() => lobby.tab.otherHere).toBe(true);
  second.tab.inMeeting = true;
  second.tabs.send('here');
  first.tab.inMeeting = false;
  first.tabs.send('gone');
  await expect.poll(() => first.tab.otherHere).toBe(true);
  expect(lobby.tab.otherHere).toBe(true);
  second.tab.inMeeting = false;
  second.tabs.send('gone');
  await expect.poll(() => lobby.tab.otherHere).toBe(false);
});
