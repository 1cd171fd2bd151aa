/** What is shown when a screen throws or its chunk cannot be loaded. */
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorNotice } from '../components/ErrorNotice';
import { Frame } from '../components/Frame';
import { TextLink } from '../components/TextLink';
import { logFailure } from '../platform/log';
import { PATHS } from '../routes/paths';
import { COMMON_TEXTS } from '../texts/common';
import { reportFailure } from '../flows/reportFailure';
import { useAppDispatch } from '../hooks/storeHooks';

const { unexpected } = COMMON_TEXTS;

/** The error element of the routes: says so, reports it, and offers a way on. */
export function RouteError() {
  const error = useRouteError();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const name = error instanceof Error ? error.name : typeof error;
    logFailure('A screen failed', { name });
    void dispatch(reportFailure('screenFailed', { name }));
  }, [error, dispatch]);

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
