/** Collects the CSS rules of a page while emotion generates them. */
import type { EmotionCache } from '@emotion/cache';
import type { PageStyle } from '../../shared/prerenderedPage';

/**
 * Makes the Emotion cache `cache` keep its CSS rules. Call the returned function after rendering to get the styles of
 * the page.
 */
export function catchStyles(cache: EmotionCache): () => PageStyle[] {
  // The flag `compat` prevents Emotion from writing a style element before each component.
  cache.compat = true;
  const globals: string[] = [];
  const scoped: string[] = [];
  const insert = cache.insert;
  cache.insert = (selector, serialized, sheet, shouldCache) => {
    const { name } = serialized;
    // Keep the CSS rules in the order of insertion, because the key order of an object puts numeric keys first.
    if (cache.inserted[name] === undefined) (selector === '' ? globals : scoped).push(name);
    return insert(selector, serialized, sheet, shouldCache);
  };
  const findCss = (name: string): string => {
    const css = cache.inserted[name];
    return typeof css === 'string' ? css : '';
  };
  return () => [
    ...globals.map((name) => ({ emotion: `${cache.key}-global ${name}`, css: findCss(name) })),
    { emotion: `${cache.key} ${scoped.join(' ')}`, css: scoped.map(findCss).join('') },
  ];
}
