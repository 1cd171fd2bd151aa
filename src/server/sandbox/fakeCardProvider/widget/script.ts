/**
 * Builds the script of the card widget: the source text of the widget's functions, with texts and styles as arguments.
 */
import { type ColorScheme, DARK, FONT_FAMILY, LIGHT, RADIUS } from '../../../../shared/designTokens';
import { CARD_DIALOG } from '../../texts/cardDialog';
import { installCardWidget } from './install';
import { WIDGET_PARTS } from './parts';
import { WIDGET_STYLES } from './styles';

function variables(scheme: ColorScheme): string {
  return Object.entries<string>({ ...scheme })
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

function styles(): string {
  const light = variables(LIGHT);
  const dark = variables(DARK);
  return [
    `:host{--font:${FONT_FAMILY};--control:${RADIUS.control}px;--card:${RADIUS.card}px;${light}}`,
    `@media (prefers-color-scheme:dark){:host{${dark}}}`,
    `:host([skin=classic]){${light}}:host([skin=modern]){${dark}}`,
    WIDGET_STYLES,
  ].join('');
}

/**
 * Script that defines the helper function `__name` on the page, because bundlers that keep function names insert calls
 * of this helper.
 */
const NAME_HELPER = 'var __name=function(f){return f};';

export function widgetScript(): string {
  const settings = JSON.stringify({ texts: CARD_DIALOG, styles: styles() }).replaceAll('<', '\\u003c');
  const parts = Object.entries(WIDGET_PARTS).map(([name, part]) => `${name}:${part.toString()}`);
  return `(function(){${NAME_HELPER}(${installCardWidget.toString()})(${settings},{${parts.join(',')}});})();\n`;
}
