/** Tests the style sheet of notistack in a browser that cannot construct style sheets, as jsdom cannot. */
import { splitRules } from '../../../../src/web/components/toasts/notistackStyleSheet';

it('splits CSS into its rules, with the frames of an animation in their rule', () => {
  const css = '.a{color:red;}@keyframes b{from{opacity:0;}to{opacity:1;}}.c{margin:0;}';
  expect(splitRules(css)).toEqual([
    '.a{color:red;}',
    '@keyframes b{from{opacity:0;}to{opacity:1;}}',
    '.c{margin:0;}',
  ]);
});

it('writes what goober writes into a style element, without changing its text', () => {
  const { firstChild } = Reflect.get(window, '_goober') as { firstChild: { data: string } };
  firstChild.data = '.a{color:red;}';
  firstChild.data += '.b{margin:0;}';
  const element = document.head.querySelector<HTMLStyleElement>('style:empty');
  expect([...(element?.sheet?.cssRules ?? [])].map((rule) => rule.cssText.slice(0, 2))).toEqual(['.a', '.b']);
});
