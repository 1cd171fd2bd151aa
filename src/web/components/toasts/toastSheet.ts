/**
 * A style sheet for the style library inside notistack (goober). By itself that one rewrites the text of a
 * style element again and again, which no policy could name by a hash; it takes what stands in
 * `window._goober` instead, and keeps its rules in the `data` of that one's first child.
 */

interface RuleText {
  data: string;
}

declare global {
  interface Window {
    _goober?: { parentNode: ParentNode; firstChild: RuleText };
  }
}

/**
 * Before notistack is loaded. A second call changes nothing. In a browser that is too old for such sheets the
 * toasts are told all the same: they have their look from emotion.
 */
export function openSheetForToasts(): void {
  if (window._goober !== undefined || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  let text = '';
  window._goober = {
    // It is where it belongs already.
    parentNode: document,
    firstChild: {
      get data() {
        return text;
      },
      set data(next) {
        text = next;
        sheet.replaceSync(next);
      },
    },
  };
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
