/** Tests the inline script that marks browsers below the floor. */
import { markOldBrowser } from '../../../src/web/beforeApplication/oldBrowser';
import { SCRIPT_FOR_OLD_BROWSERS } from '../../../src/web/documentHead';

const ATTRIBUTE = 'data-old-browser';

/** Returns whether the script marks a browser without the given features. */
function browser(lacks: { clone?: true; css?: true; dvh?: true } = {}) {
  const root = document.createElement('html');
  const CSS = { supports: () => lacks.dvh !== true };
  const page = {
    document: { documentElement: root },
    ...(lacks.clone === true ? {} : { structuredClone }),
    ...(lacks.css === true ? {} : { CSS }),
  };
  markOldBrowser(page, ATTRIBUTE);
  return root.hasAttribute(ATTRIBUTE);
}

it('marks no browser of the floor', () => expect(browser()).toBe(false));

it.each([{ clone: true }, { css: true }, { dvh: true }] as const)(
  'marks a browser that lacks %j',
  (lacks) => {
    expect(browser(lacks)).toBe(true);
  },
);

it('uses no syntax newer than ECMAScript 5', () => {
  expect(SCRIPT_FOR_OLD_BROWSERS).toMatch(/^\(function /);
  expect(SCRIPT_FOR_OLD_BROWSERS).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(?:let|const|class|async|await|of)\b/);
});
