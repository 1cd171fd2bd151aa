/** What is shown when a screen throws or its chunk cannot be loaded. */
import { useEffect, useRef, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorNotice } from '../components/controls/ErrorNotice';
import { SecondaryButton } from '../components/controls/SecondaryButton';
import { TextLink } from '../components/controls/TextLink';
import { Lead, ScreenTitle } from '../components/display/Heading';
import { HiddenText } from '../components/display/HiddenText';
import { ScreenParts } from '../components/display/ScreenParts';
import { TitleGroup } from '../components/display/TitleGroup';
import { Frame } from '../components/frame/Frame';
import { OpeningScreen } from '../components/frame/OpeningScreen';
import { reportFailure } from '../flows/reportFailure';
import { useAppDispatch } from '../hooks/storeHooks';
import { PATHS } from '../navigation/paths';
import { ChunkLost } from '../platform/chunks';
import { logFailure } from '../platform/log';
import { usePlatform } from '../platform/PlatformContext';
import { COMMON_TEXTS } from '../texts/common';

const { unexpected, offline } = COMMON_TEXTS;

/** A lost screen is asked for again this long after each failed try, ms; then only by hand and on the network's return. */
const TRY_AGAIN_AFTER_MS: readonly number[] = [2000, 5000, 10_000, 20_000, 40_000];

/** The error element of the routes. */
export function RouteError() {
  const error = useRouteError();
  return error instanceof ChunkLost ? <LostScreen /> : <BrokenScreen error={error} />;
}

/**
 * The screen did not come. Either there is no network, which is waited for, or another version was
 * deployed, whose document, at this address, has what this one misses.
 */
function LostScreen() {
  const { connection, document: page } = usePlatform();
  const dispatch = useAppDispatch();
  const [isGone] = useState(() => !page.mayReloadByItself());
  const [view, setView] = useState<'trying' | 'unreachable' | 'gone'>(() =>
    !connection.isOnline() ? 'unreachable' : isGone ? 'gone' : 'trying',
  );
  const [tries, setTries] = useState(0);
  const isAsking = useRef(false);

  useEffect(() => {
    if (view !== 'trying' || isAsking.current) return;
    isAsking.current = true;
    void page.reload().then((isReloaded) => {
      isAsking.current = false;
      if (isReloaded) return;
      setView('unreachable');
      setTries((before) => before + 1);
    });
  }, [view, page]);

  useEffect(() => {
    if (view !== 'unreachable') return;
    const tryAgain = () => {
      if (connection.isOnline()) setView('trying');
    };
    const stopListening = connection.onChange(tryAgain);
    const pause = TRY_AGAIN_AFTER_MS[tries];
    const timer = pause === undefined ? undefined : setTimeout(tryAgain, pause);
    return () => {
      stopListening();
      clearTimeout(timer);
    };
  }, [view, tries, connection]);

  useEffect(() => {
    if (view === 'gone') void dispatch(reportFailure('screenFailed', { name: 'ChunkLost' }));
  }, [view, dispatch]);

  if (view === 'trying') return <OpeningScreen what={COMMON_TEXTS.loading} />;
  const { title, text } = view === 'gone' ? unexpected : { title: offline.title, text: offline.waiting };
  return (
    <Frame title={title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{title}</ScreenTitle>
          <Lead>{text}</Lead>
        </TitleGroup>
        <SecondaryButton onClick={() => setView('trying')}>
          {view === 'gone' ? unexpected.reload : COMMON_TEXTS.retry}
        </SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

function BrokenScreen({ error }: { error: unknown }) {
  const { document: page } = usePlatform();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const name = error instanceof Error ? error.name : typeof error;
    logFailure('A screen failed', { name });
    void dispatch(reportFailure('screenFailed', { name }));
  }, [error, dispatch]);

  return (
    <Frame title={unexpected.title}>
      <HiddenText as="h1">{unexpected.title}</HiddenText>
      <ErrorNotice
        title={unexpected.title}
        text={unexpected.text}
        retryLabel={unexpected.reload}
        onRetry={() => void page.reload()}
      >
        <TextLink to={PATHS.landing}>{COMMON_TEXTS.toHome}</TextLink>
      </ErrorNotice>
    </Frame>
  );
}
