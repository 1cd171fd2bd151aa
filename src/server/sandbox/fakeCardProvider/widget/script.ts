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

/** Returns the CSS of the card dialog. */
export function widgetStyles(): string {
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

/**
 * Returns a script that calls `install` with the settings and the parts. All functions are inserted as source text, so
 * they must be self-contained.
 */
export function buildScript<Settings extends object, Parts extends object>(
  install: (settings: Settings, parts: Parts) => void,
  settings: Settings,
  parts: Parts,
): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const sources = Object.entries(parts).map(([name, part]) => `${name}:${String(part)}`);
  return `(function(){${NAME_HELPER}(${install.toString()})(${json},{${sources.join(',')}});})();\n`;
}

export const widgetScript = (): string =>
  buildScript(installCardWidget, { texts: CARD_DIALOG, styles: widgetStyles() }, WIDGET_PARTS);
