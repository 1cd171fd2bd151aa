/** Texts about addresses with invisible characters, on a customer's page in the console. */
import { identifyingText } from '../../../shared/identifyingText';

/**
 * Returns an address with the code points of its invisible characters.
 * @example namedCharacters('\u200banna@example.com') // '⟨U+200B⟩anna@example.com'
 */
export function namedCharacters(address: string): string {
  return Array.from(address, (character) =>
    identifyingText(character) === character
      ? character
      : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  ).join('');
}

export const LOOKALIKE_TEXTS = {
  name: 'Invisible characters',
  stored: (address: string, visible: string) =>
    `The stored address is ${namedCharacters(address)}. The customer sees and types ${visible}, so sign-in emails don’t reach this account.`,
  free: 'No account has the visible address. Move the subscription to it.',
  taken:
    'The visible address has an account of its own. Refund one of the two, or move this subscription if that account is empty.',
  others:
    'Accounts whose address differs only by invisible characters. Check which one has the subscription.',
} as const;
