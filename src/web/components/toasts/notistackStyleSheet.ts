/**
 * Gives goober, the style library of notistack, a constructed style sheet. By default goober rewrites the text of a
 * style element, which a hash-based CSP blocks. If the object `window._goober` exists when the notistack module is
 * evaluated, goober uses this object instead of a style element. Goober writes the CSS rules to the property `data` of
 * the object's first child.
 */

function openStyleSheet(): void {
  const sheet = new CSSStyleSheet();
  let text = '';
  const firstChild = {
    get data() {
      return text;
    },
    set data(next) {
      text = next;
      sheet.replaceSync(next);
    },
  };
  Object.assign(window, { _goober: { parentNode: document, firstChild } });
  document.adoptedStyleSheets.push(sheet);
}

// Constructed style sheets are missing during prerendering and in jsdom.
if (typeof CSSStyleSheet === 'function' && 'replaceSync' in CSSStyleSheet.prototype) openStyleSheet();
