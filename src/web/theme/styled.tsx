/**
 * Elements and components with rules of their own, in emotion's cache. `@emotion/styled` and MUI's `styled`
 * do more (props that change rules, `sx`, a theme that may be another one below), which costs each first
 * view 10 kB; here rules are fixed, are written down once for all their elements, and attributes tell
 * variants apart.
 */
import type { EmotionCache } from '@emotion/cache';
import { type CSSObject, serializeStyles } from '@emotion/serialize';
import { getRegisteredStyles, insertStyles, registerStyles } from '@emotion/utils';
import {
  type ComponentPropsWithRef,
  createElement,
  type ElementType,
  type JSX,
  useInsertionEffect,
} from 'react';
import { useStyleCache } from './StyleCacheContext';
import { type Theme, theme } from './theme';

type Rules = CSSObject | readonly CSSObject[];

type RulesOfTheme = Rules | ((props: { theme: Theme }) => Rules);

interface OfStyled {
  className?: string | undefined;
  /** Another element with the same look. */
  as?: ElementType;
}

export type Styled<Tag extends ElementType> = (props: ComponentPropsWithRef<Tag> & OfStyled) => JSX.Element;

/** In a browser rules are inserted before anything is measured; a page that is drawn once collects them. */
const isDrawnOnce = typeof document === 'undefined';

function useRules(insert: () => void): void {
  if (isDrawnOnce) insert();
  useInsertionEffect(insert);
}

/** `tag` with `rules`: for everybody who sees it the same ones. Rules given to it from outside win. */
export function styled<Tag extends ElementType>(tag: Tag): (rules: RulesOfTheme) => Styled<Tag> {
  return (rules) => {
    let own: ReturnType<typeof serializeStyles> | null = null;
    const written = () =>
      (own ??= serializeStyles([typeof rules === 'function' ? rules({ theme }) : rules].flat()));

    function StyledElement({ as: other, className, ...props }: OfStyled & Record<string, unknown>) {
      const cache = useStyleCache();
      const { foreign, serialized } = withRulesFromOutside(cache, written(), className);
      // While drawing: a component inside takes these rules for its own.
      registerStyles(cache, serialized, false);
      const element: ElementType = other ?? tag;
      useRules(() => {
        insertStyles(cache, serialized, false);
      });
      return createElement(element, { ...props, className: `${foreign}${cache.key}-${serialized.name}` });
    }
    return StyledElement as Styled<Tag>;
  };
}

function withRulesFromOutside(
  cache: EmotionCache,
  own: ReturnType<typeof serializeStyles>,
  className: string | undefined,
) {
  if (className === undefined) return { foreign: '', serialized: own };
  const registered: string[] = [];
  const foreign = getRegisteredStyles(cache.registered, registered, className);
  return { foreign, serialized: registered.length === 0 ? own : serializeStyles([own, ...registered]) };
}

/** Frames of an animation: what it returns is the animation's name in a rule. */
export function keyframes(frames: CSSObject): string {
  const { name, styles } = serializeStyles([frames]);
  // The form that emotion finds in a rule: the name, and the frames that it has to insert.
  return `_EMO_animation-${name}_@keyframes animation-${name}{${styles}}_EMO_`;
}
