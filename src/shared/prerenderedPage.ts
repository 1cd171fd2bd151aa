/**
 * Types of a prerendered page of the single-page application (SPA). The build's renderer creates the pages. The server
 * at its start and the build for static hosting write HTML documents from them. A prerendered page contains no user
 * data.
 */
import type { ClientConfiguration } from './configuration';

/** When the SPA starts on a prerendered page: `atOnce` when the document loads, `onIntent` at the first user interaction. */
export type ApplicationStart = 'atOnce' | 'onIntent';

/** Entry of `differsFor` and `needs` that means a URL with a fragment. */
export const FRAGMENT = '#';

/** Content of one style element. */
export interface PageStyle {
  /** Value of the attribute `data-emotion`, which lists the rules that Emotion must not insert again. */
  emotion: string;
  css: string;
}

export interface PrerenderedPage {
  /** URL path of the page. */
  path: string;
  /** Title of the page, escaped for HTML. */
  title: string;
  /** Style elements in cascade order. */
  styles: readonly PageStyle[];
  /** CSS rules for browsers without JavaScript. */
  stylesWithoutScript: string;
  /** HTML content of the root element. */
  body: string;
  starts: ApplicationStart;
  /** Module path of the page's screen below `src/web`, as listed in the build manifest. */
  screen: string;
  /**
   * Keys of browser storage and of the URL query. A visitor who has any of these keys sees a different view, so the
   * prerendered page must not be shown.
   */
  differsFor: readonly string[];
  /** Keys of browser storage and of the URL query. A visitor who has none of these keys never sees this page. */
  needs: readonly string[];
  /** Whether the page is a skeleton: a placeholder without user-specific content that the SPA replaces with the screen. */
  isSkeleton: boolean;
}

export interface PageRenderer {
  /** URL paths that have a prerendered page. */
  readonly prerenderedPaths: readonly string[];
  /** Renders a prerendered page. Rejects if the path is not in `prerenderedPaths`. */
  renderPage(path: string, configuration: ClientConfiguration): Promise<PrerenderedPage>;
}
