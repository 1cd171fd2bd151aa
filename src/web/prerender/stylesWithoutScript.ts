/** Returns the CSS for browsers without JavaScript: the system's colour scheme, and no elements that need a script. */
import { COLOR_SCHEME_ATTRIBUTE } from '../theme/colorScheme';
import { NEEDS_SCRIPT_ATTRIBUTE, theme } from '../theme/theme';

export function stylesWithoutScript(): string {
  return [
    `@media(prefers-color-scheme:dark){:root{${darkVariables()}}}`,
    `[${NEEDS_SCRIPT_ATTRIBUTE}]{display:none!important}`,
    'body>noscript{display:block;padding:10px 18px;text-align:center}',
  ].join('');
}

function darkVariables(): string {
  const selector = `[${COLOR_SCHEME_ATTRIBUTE}="dark"]`;
  const sheets: readonly Record<string, unknown>[] = theme.generateStyleSheets();
  const variables = sheets.map((sheet) => sheet[selector]).find((found) => found !== undefined);
  if (typeof variables !== 'object' || variables === null) {
    throw new Error(`The theme has no rule for ${selector}.`);
  }
  return Object.entries(variables)
    .map(([name, value]) => `${name === 'colorScheme' ? 'color-scheme' : name}:${String(value)}`)
    .join(';');
}
