/**
 * Types of a prerendered page of the single-page application (SPA). The renderer of the build creates the prerendered
 * pages. The server at its start, and the build for static hosting, generate HTML documents from the prerendered pages.
 * A prerendered page contains no user data.
 */
import type { ClientConfiguration } from './configuration';

/**
 * Event at which the SPA starts on a prerendered page. `atOnce` means that the SPA starts when the document loads, and
 * `onIntent` means that it starts at the first user interaction.
 */
export type ApplicationStart = 'atOnce' | 'onIntent';

/** Entry of `differsFor` and `needs` that represents a URL with a fragment. */
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
   * Keys of browser storage and of the URL query. The prerendered page must not be shown to a visitor who has any of
   * the keys in `differsFor`, because the SPA renders a different view for this visitor.
   */
  differsFor: readonly string[];
  /**
   * Keys of browser storage and of the URL query. The prerendered page is shown only to a visitor who has at least one
   * of the keys in `needs`.
   */
  needs: readonly string[];
  /** Whether the page is a skeleton: a placeholder without user-specific content that the SPA replaces with the screen. */
  isSkeleton: boolean;
}

export interface PageRenderer {
  /** URL paths that have a prerendered page. */
  readonly prerenderedPaths: readonly string[];
  /** Renders a prerendered page. The returned promise rejects if the path is not in `prerenderedPaths`. */
  renderPage(path: string, configuration: ClientConfiguration): Promise<PrerenderedPage>;
}
