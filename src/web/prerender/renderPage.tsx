/**
 * Prerenders the screens of the application as HTML, for a visitor without stored data. The server prerenders at
 * startup, because brand and mode are known only then. The build prerenders the screens for static hosting.
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

/** Placeholder origin, because only the path of the request matters. */
const ANY_ORIGIN = 'http://page.invalid';

/**
 * Placeholder for a required stored value, as long as an email address. The placeholder consists of non-breaking
 * spaces, so the page shows no personal data.
 */
const SOMEBODY = '\u00a0'.repeat(20);

/** Matches the title in React's output. React writes preload links of images before the title. */
const TITLE = /^(?:<link rel="preload" as="image"[^>]*>)*<title>(?<title>[^<]*)<\/title>/;

const finishedRows = ROUTES.filter(
  (row): row is ScreenRow & Required<Pick<ScreenRow, 'prerendered'>> =>
    'screen' in row && row.prerendered !== undefined,
);

export const prerenderedPaths: PageRenderer['prerenderedPaths'] = finishedRows.map(({ path }) => path);

/**
 * Prerenders the page at `path`. The promise rejects if the page has no prerendered view or if the screen of the page
 * cannot be rendered.
 */
export async function renderPage(path: string, configuration: ClientConfiguration): Promise<PrerenderedPage> {
  const row = finishedRows.find((each) => each.path === path);
  if (row === undefined) throw new Error(`There is no prerendered page for ${path}.`);
  const { needs } = row.prerendered;
  const platform = platformOfPage(configuration, Object.fromEntries(needs.map((key) => [key, SOMEBODY])));
  const store = createStore(platform);
  const routes = createRoutes(store, platform, { prefetches: false });
  await loadScreen(routes, path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(ANY_ORIGIN + path));
  if (context instanceof Response) throw new Error(`${path} redirects and cannot be prerendered.`);
  if (context.errors !== null)
    throw new Error(`The page at ${path} cannot be rendered.`, { cause: Object.values(context.errors)[0] });
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
