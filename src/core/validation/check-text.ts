type TextFault = 'blank' | 'control_character' | 'invalid_unicode';

const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/u;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** Why a title or a name cannot be shown, or null. NUL cannot be stored; a lone surrogate would come back as U+FFFD. */
export function checkText(text: string): TextFault | null {
  if (!text.isWellFormed()) return 'invalid_unicode';
  if (CONTROL.test(text)) return 'control_character';
  return VISIBLE.test(text) ? null : 'blank';
}
