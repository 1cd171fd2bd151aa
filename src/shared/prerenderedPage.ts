/**
 * A page of the SPA as finished HTML: what the build's renderer gives to whoever writes documents, the
 * server at its start and the build for static hosting. The same for everybody who asks.
 */
import type { ClientConfiguration } from './configuration';

/** When the page's application starts: with the document, or once the person does something. */
export type ApplicationStart = 'atOnce' | 'onIntent';

/** Among the keys of a page: that its address has a fragment. */
export const FRAGMENT = '#';

/** One style element. */
export interface PageStyle {
  /** The value of its `data-emotion`: which rules the application need not insert again. */
  emotion: string;
  css: string;
}

export interface PrerenderedPage {
  /** The path that it was rendered for. */
  path: string;
  /** Text, escaped for HTML. */
  title: string;
  /** In the order of the cascade. */
  styles: readonly PageStyle[];
  /** Rules for browsers that run no script. */
  stylesWithoutScript: string;
  /** Stands in the root element. */
  body: string;
  starts: ApplicationStart;
  /** The module of its screen, from `src/web` on, as the build's manifest knows it. */
  screen: string;
  /** Keys of the browser's storages and of the query: whoever has one of them sees another view than this one. */
  differsFor: readonly string[];
  /** The same of keys without which nobody sees it. */
  needs: readonly string[];
  /** It stands for the screen until that is drawn in its place: what differs from person to person is left out. */
  isSkeleton: boolean;
}

export interface PageRenderer {
  /** The paths that have a finished page. */
  readonly prerenderedPaths: readonly string[];
  /** Rejects for a path that is not among them. */
  renderPage(path: string, configuration: ClientConfiguration): Promise<PrerenderedPage>;
}
