/** Layout of all routes: scroll restoration, focus after a navigation, and idle preloading. */
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { NavigationProgress } from '../components/frame/NavigationProgress';
import { EmbeddedBrowserHint } from '../components/signIn/EmbeddedBrowserHint';
import { focusHeading } from '../hooks/focus';
import { whenIdle } from '../platform/whenIdle';
import { SCROLL_RESTORATION_KEY } from './scrollRestoration';

interface RootLayoutProps {
  /** Callback that receives the current path when the page is idle. */
  onIdle: (path: string) => void;
}

export function RootLayout({ onIdle }: RootLayoutProps) {
  const { pathname } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);

  useEffect(() => {
    // Each screen renders its own title, but the browser shows the first title element. Remove the static title, so
    // that the title of the screen is shown.
    document.querySelector('title[data-static]')?.remove();
  }, []);

  useEffect(() => whenIdle(window, () => onIdle(pathname)), [onIdle, pathname]);

  return (
    <>
      {isLeaving && <NavigationProgress />}
      <Outlet />
      <EmbeddedBrowserHint path={pathname} />
      <ScrollRestoration storageKey={SCROLL_RESTORATION_KEY} />
    </>
  );
}
