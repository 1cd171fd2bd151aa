/**
 * Tests that the optimization of `getComputedStyle` in the test environment, which skips style rules that cannot match,
 * agrees with the CSS selector engine.
 */

const PAGE = `
  <main id="root" class="outer">
    <p class="a b" title="a, b">one</p>
    <P class="a"><span class="c" data-kind="x">two</span></P>
    <button disabled class="MuiButton-root Mui-disabled">three</button>
    <button class="MuiButton-root">four</button>
    <svg class="a"><path class="c" /></svg>
  </main>`;

const SELECTORS = [
  '*',
  'p',
  'P',
  'p, button',
  '.a',
  '.a.b',
  '.b.a',
  'p.a',
  'span.a',
  '#root',
  'main#root.outer',
  '.outer .c',
  '.outer > .c',
  'p + p',
  'p ~ button.MuiButton-root',
  '.absent, .c',
  '.absent',
  '.absent .c',
  '[data-kind="x"]',
  '.c[data-kind="x"]',
  '.c[data-kind="y"]',
  '[title="a, b"]',
  'button:disabled',
  'button:not(.Mui-disabled)',
  '.MuiButton-root:not(:disabled):not(.absent)',
  ':is(.a, .absent)',
  ':not(.a, .b)',
  'main :where(.a > .c, .absent)',
  '.outer:has(.absent)',
  '.outer:has(> .a)',
  'p:first-child',
  ':root',
  'svg .c',
  'path',
];

it.each(SELECTORS)('applies the rule of %s exactly to the elements that the selector matches', (selector) => {
  document.body.innerHTML = PAGE;
  const style = document.createElement('style');
  style.textContent = `${selector} { visibility: hidden; text-indent: 7px; }`;
  document.head.append(style);
  const elements = [...document.querySelectorAll('main, main *')];
  expect(elements.filter((element) => getComputedStyle(element).textIndent === '7px')).toStrictEqual(
    elements.filter((element) => element.matches(selector)),
  );
  style.remove();
});
