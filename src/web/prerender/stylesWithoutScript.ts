/** Rules for browsers that run no script: the system's scheme, and nothing that would not answer. */
import { darkVariables, LETTERS } from '../theme/baseStyles';
import { NEEDS_SCRIPT_ATTRIBUTE } from '../theme/theme';

export function stylesWithoutScript(): string {
  return [
    `body{${LETTERS}}`,
    `@media(prefers-color-scheme:dark){:root{${darkVariables()}}}`,
    `[${NEEDS_SCRIPT_ATTRIBUTE}]{display:none!important}`,
    'body>noscript{display:block;padding:10px 18px;text-align:center}',
  ].join('');
}
