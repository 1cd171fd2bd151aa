/**
 * Pages as finished HTML, from the screens of the application itself: the first view of a visitor of whom
 * the browser knows nothing. The server renders them at its start, since brand and mode are known only
 * then, and the build does for static hosting.
 */
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { ClientConfiguration } from '../../shared/configuration';
import type { PageRenderer, PrerenderedPage } from '../../shared/prerenderedPage';
import { App } from '../app/App';
import { createStore } from '../app/store';
import { configurationFromBuild } from '../platform/env';
import { createRoutes, loadScreen, ROUTES, type ScreenRow } from '../routes/routeTable';
import { createStyleCache } from '../theme/StyleProvider';
import { platformOfPage } from './platformOfPage';
import { catchStyles } from './stylesOfPage';
import { stylesWithoutScript } from './stylesWithoutScript';

export { configurationFromBuild };

/** Only its path counts. */
const ANY_ORIGIN = 'http://page.invalid';

/** As long as an address, and nobody's: what would tell of a person is not shown. */
const SOMEBODY = '\u00a0'.repeat(20);

/** React writes the title before the body that it belongs to, and wishes for pictures before the title. */
const TITLE = /^(?:<link rel="preload" as="image"[^>]*>)*<title>(?<title>[^<]*)<\/title>/;

const finishedRows = ROUTES.filter(
  (row): row is ScreenRow & Required<Pick<ScreenRow, 'prerendered'>> =>
    'screen' in row && row.prerendered !== undefined,
);

export const prerenderedPaths: PageRenderer['prerenderedPaths'] = finishedRows.map(({ path }) => path);

/** Rejects when no finished page belongs to `path`, or what it opens with fails. */
export async function renderPage(path: string, configuration: ClientConfiguration): Promise<PrerenderedPage> {
  const row = finishedRows.find((each) => each.path === path);
  if (row === undefined) throw new Error(`No finished page belongs to ${path}.`);
  const { needs } = row.prerendered;
  const platform = platformOfPage(configuration, Object.fromEntries(needs.map((key) => [key, SOMEBODY])));
  const store = createStore(platform);
  const routes = createRoutes(store, platform, { prefetches: false });
  await loadScreen(routes, path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(ANY_ORIGIN + path));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere and has no view of its own.`);
  if (context.errors !== null)
    throw new Error(`The page at ${path} cannot be drawn.`, { cause: Object.values(context.errors)[0] });
  const styleCache = createStyleCache();
  const takeStyles = catchStyles(styleCache);
  const rendered = renderToString(
    <App platform={platform} store={store} styleCache={styleCache}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
  const title = TITLE.exec(rendered)?.groups?.['title'];
  if (title === undefined) throw new Error(`The page at ${path} has no title.`);
  return {
    path,
    title,
    styles: takeStyles(),
    stylesWithoutScript: stylesWithoutScript(),
    body: rendered.replace(TITLE, ''),
    ...row.prerendered,
  };
}
