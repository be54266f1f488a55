import { expect, it } from 'vitest';
import { findAssignment } from './find-assignments.ts';
import { findOwners } from './resolve-owner.ts';

const owners = findOwners(
  ['Anna Berg', 'Bob Stone', 'Will Hart'].map((displayName, at) => ({
    speakerRef: `s${at}`,
    displayName,
  })),
);

it.each([
  ['Bob, can you send the report', true, 'Bob Stone', 'send the report'],
  ['can you send the report, Anna', true, 'Anna Berg', 'send the report'],
  ['Bob will send the report', false, 'Bob Stone', 'send the report'],
  ['action item for Anna: call the bank', false, 'Anna Berg', 'call the bank'],
  ["let's give the keys to Bob", false, 'Bob Stone', 'take the keys'],
  ['Anna takes the minutes', false, 'Anna Berg', 'take the minutes'],
  ['Anna, book the room', false, 'Anna Berg', 'book the room'],
])('"%s" is work for somebody by name', (said, isQuestion, owner, verbPhrase) => {
  expect(findAssignment(said, isQuestion, owners)).toMatchObject({
    kind: 'named',
    owner,
    verbPhrase,
  });
});

it.each([
  ['could you send the report', true, 'send the report'],
  ['please check the numbers', false, 'check the numbers'],
])('"%s" is work for who is spoken to', (said, isQuestion, verbPhrase) => {
  expect(findAssignment(said, isQuestion, owners)).toMatchObject({ kind: 'you', verbPhrase });
});

it.each([
  ['who can paint the wall', true, 'paint the wall'],
  ['someone needs to call the plumber', false, 'call the plumber'],
  ['who books the room', true, 'book the room'],
])('"%s" is work that is still free', (said, isQuestion, verbPhrase) => {
  expect(findAssignment(said, isQuestion, owners)).toEqual({ kind: 'anyone', verbPhrase });
});

it.each([
  ['Bob sent the report yesterday', 'it is over'],
  ['if Bob sends the report we can start', 'a condition'],
  ['Carol will send the report', 'nobody of this name is here'],
  ['the weather will change', 'no person'],
])('"%s" hands out nothing: %s', (said) => {
  expect(findAssignment(said, false, owners)).toBeNull();
});
