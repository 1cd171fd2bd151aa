/** The rules that a page's elements need, caught as emotion makes them. */
import type { EmotionCache } from '@emotion/cache';
import type { PageStyle } from '../../shared/prerenderedPage';

/** `cache` from now on keeps its rules; call the answer when the page is drawn. */
export function catchStyles(cache: EmotionCache): () => PageStyle[] {
  // Without it emotion writes a style element before each component.
  cache.compat = true;
  const globals: string[] = [];
  const scoped: string[] = [];
  const insert = cache.insert;
  cache.insert = (selector, serialized, sheet, shouldCache) => {
    const { name } = serialized;
    // By order of insertion, and not of the object's keys, which puts numbers first.
    if (cache.inserted[name] === undefined) (selector === '' ? globals : scoped).push(name);
    return insert(selector, serialized, sheet, shouldCache);
  };
  const cssOf = (name: string): string => {
    const css = cache.inserted[name];
    return typeof css === 'string' ? css : '';
  };
  return () => [
    ...globals.map((name) => ({ emotion: `${cache.key}-global ${name}`, css: cssOf(name) })),
    { emotion: `${cache.key} ${scoped.join(' ')}`, css: scoped.map(cssOf).join('') },
  ];
}
