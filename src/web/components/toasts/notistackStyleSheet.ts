/**
 * Gives goober, the style library of notistack, a style sheet. By default goober rewrites the text of a style element, which
 * a hash-based CSP and Trusted Types block. If the object `window._goober` exists when the notistack module is
 * evaluated, goober uses this object instead of a style element. Goober writes the CSS rules to the property `data` of
 * the object's first child.
 */

/** Splits CSS text into its rules, because `insertRule` takes one rule. */
export function splitRules(css: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth > 0) continue;
    rules.push(css.slice(from, index + 1));
    from = index + 1;
  }
  return rules;
}

/** Returns a function that replaces the rules of a new style sheet. Safari before 16.4 cannot construct a style sheet. */
function openRules(): (css: string) => void {
  if ('replaceSync' in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    return (css) => sheet.replaceSync(css);
  }
  // An empty style element whose rules are inserted through the CSS object model is allowed by the CSP.
  const element = document.createElement('style');
  document.head.append(element);
  return (css) => {
    const { sheet } = element;
    while (sheet !== null && sheet.cssRules.length > 0) sheet.deleteRule(0);
    for (const [index, rule] of splitRules(css).entries()) sheet?.insertRule(rule, index);
  };
}

function openStyleSheet(): void {
  const replace = openRules();
  let text = '';
  const firstChild = {
    get data() {
      return text;
    },
    set data(next) {
      text = next;
      replace(next);
    },
  };
  Object.assign(window, { _goober: { parentNode: document, firstChild } });
}

// There is no style sheet during prerendering.
if (typeof CSSStyleSheet === 'function') openStyleSheet();
