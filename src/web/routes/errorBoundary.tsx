/** What is shown when a screen throws or its chunk cannot be loaded. */
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorNotice } from '../components/controls/ErrorNotice';
import { TextLink } from '../components/controls/TextLink';
import { Frame } from '../components/frame/Frame';
import { reportFailure } from '../flows/reportFailure';
import { useAppDispatch } from '../hooks/storeHooks';
import { PATHS } from '../navigation/paths';
import { logFailure } from '../platform/log';
import { COMMON_TEXTS } from '../texts/common';
import { isMendedByReload } from './staleChunks';

const { unexpected } = COMMON_TEXTS;

/** The error element of the routes: says so, reports it, and offers a way on. */
export function RouteError() {
  const error = useRouteError();
  const dispatch = useAppDispatch();

  // Another version was deployed: its document, at this address, has what this one misses.
  const [isReloading] = useState(() => isMendedByReload(window));

  useEffect(() => {
    if (isReloading) {
      window.location.reload();
      return;
    }
    const name = error instanceof Error ? error.name : typeof error;
    logFailure('A screen failed', { name });
    void dispatch(reportFailure('screenFailed', { name }));
  }, [error, dispatch, isReloading]);

  if (isReloading) return null;

  return (
    <Frame title={unexpected.title}>
      <ErrorNotice
        title={unexpected.title}
        text={unexpected.text}
        retryLabel={unexpected.reload}
        onRetry={() => window.location.reload()}
      >
        <TextLink to={PATHS.landing}>{COMMON_TEXTS.toHome}</TextLink>
      </ErrorNotice>
    </Frame>
  );
}
