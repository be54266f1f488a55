import { describe, expect, it } from 'vitest';
import { findOwners } from './owner-names.ts';

function finder(...names: string[]) {
  return findOwners(names.map((displayName, at) => ({ speakerRef: `sp_${at}`, displayName })));
}

describe('findOwners', () => {
  it.each([
    ['Bob', 'Bob Smith'],
    ['bob', 'Bob Smith'],
    ['Smith', 'Bob Smith'],
    ['Robert', 'Bob Smith'],
    ['Ana', 'Anna Berg (Acme)'],
    ['Anna Berg', 'Anna Berg (Acme)'],
    ['Chloe', 'Dr. Chloé Martin'],
  ])('%s is %s', (spoken, name) => {
    expect(finder('Bob Smith', 'Anna Berg (Acme)', 'Dr. Chloé Martin').ofName(spoken)).toBe(name);
  });

  it('names nobody when two people could be meant, unless the full name is said', () => {
    const owners = finder('Anna Berg', 'Anna Holm');
    expect(owners.ofName('Anna')).toBeNull();
    expect(owners.ofName('Anna Holm')).toBe('Anna Holm');
  });

  it.each(['Maria', 'everyone', 'Guest', ''])('names nobody for %s', (spoken) => {
    expect(finder('Bob Smith', 'Guest 1').ofName(spoken)).toBeNull();
  });

  it('names nobody when a short form fits two people', () => {
    const owners = finder('Samuel Ortiz', 'Samantha Lee', 'Robert Hill', 'Bob Stone');
    expect(owners.ofName('Sam')).toBeNull();
    expect(owners.ofName('Rob')).toBeNull();
  });

  it('does not take a pronoun for a name that is spelled nearly so', () => {
    expect(finder('Theo Lang', 'Mina Koch').ofName('They')).toBeNull();
    expect(finder('Theo Lang', 'Mina Koch').ofName('Mine')).toBeNull();
    expect(finder('Theo Lang', 'Mina Koch').ofName('Teo')).toBe('Theo Lang');
  });
});
