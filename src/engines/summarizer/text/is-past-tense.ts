import { pattern } from './pattern.ts';
const PAST = pattern('i')`
  \b(?:was|were|did|had|wanted|went|(?<!\b(?:have|has) )(?<!'(?:ve|s) )got|said|told|came|last|
  since|ago|yesterday|always|every|usually|already)\b`;

/** True if the words describe the past or a habit. English. */
export function tellsPast(text: string): boolean {
  return PAST.test(text);
}
