/** Error screens for a screen that throws and for a chunk that cannot be loaded. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useRouteError } from 'react-router-dom';
import { isStaffPath } from '../../shared/linkedPaths';
import { lastChange } from '../api/lastChange';
import { SecondaryButton } from '../components/controls/SecondaryButton';
import { TextLink } from '../components/controls/TextLink';
import { Lead, ScreenTitle } from '../components/display/Heading';
import { ScreenParts } from '../components/display/ScreenParts';
import { TitleGroup } from '../components/display/TitleGroup';
import { Frame } from '../components/frame/Frame';
import { OpeningScreen } from '../components/frame/OpeningScreen';
import { reportFailure } from '../flows/reportFailure';
import { useAppDispatch } from '../hooks/storeHooks';
import { PATHS } from '../navigation/paths';
import { ChunkLost } from '../platform/chunks';
import type { Elements } from '../platform/elements';
import { logFailure } from '../platform/log';
import { useEnglishPage } from '../platform/pageLanguage';
import { usePlatform } from '../platform/PlatformContext';
import { COMMON_TEXTS, PAGE_TEXTS, STAFF_ERROR_TEXTS } from '../texts/common';

/**
 * Delays in ms after each failed reload of a screen whose chunk could not be loaded. After the last delay, the screen
 * is reloaded only if the user retries or the network connection is restored.
 */
const TRY_AGAIN_AFTER_MS: readonly number[] = [2000, 5000, 10_000, 20_000, 40_000];

/** Returns the texts of the error screen: English in the staff console, otherwise Russian. */
function useErrorTexts() {
  const isStaff = isStaffPath(useLocation().pathname);
  return { isStaff, ...(isStaff ? STAFF_ERROR_TEXTS : COMMON_TEXTS) };
}

/** Error element of the routes. */
export function RouteError() {
  const error = useRouteError();
  return error instanceof ChunkLost ? <LostScreen /> : <BrokenScreen error={error} />;
}

/**
 * Error screen that is shown if the chunk of a screen could not be loaded. Either the device is offline, or a new
 * version was deployed, so the document must be reloaded to get the new chunks.
 */
function LostScreen() {
  const { connection, document: page } = usePlatform();
  const dispatch = useAppDispatch();
  const [isGone] = useState(() => !page.mayReloadByItself());
  const [view, setView] = useState<'trying' | 'unreachable' | 'gone'>(() =>
    !connection.isOnline() ? 'unreachable' : isGone ? 'gone' : 'trying',
  );
  const [tries, setTries] = useState(0);
  const { isStaff, unexpected, offline } = useErrorTexts();
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

  if (view === 'trying') return <OpeningScreen what={PAGE_TEXTS[isStaff ? 'en' : 'ru'].loading} />;
  const isGoneForGood = view === 'gone';
  return (
    <FailedScreen
      title={isGoneForGood ? unexpected.title : offline.title}
      text={isGoneForGood ? unexpected.text : offline.waiting}
      marksOffline={isGoneForGood}
      action={isGoneForGood ? unexpected.reload : PAGE_TEXTS[isStaff ? 'en' : 'ru'].retry}
      onAction={() => setView('trying')}
    />
  );
}

function BrokenScreen({ error }: { error: unknown }) {
  const platform = usePlatform();
  const { isStaff, unexpected, toHome } = useErrorTexts();
  const outcome = lastChange(platform);
  const dispatch = useAppDispatch();

  useEffect(() => {
    const name = error instanceof Error ? error.name : typeof error;
    logFailure('A screen failed', { name });
    void dispatch(reportFailure('screenFailed', { name }));
  }, [error, dispatch]);

  return (
    <FailedScreen
      title={unexpected.title}
      text={outcome === null ? unexpected.text : `${STAFF_ERROR_TEXTS.change[outcome]} ${unexpected.text}`}
      marksOffline
      action={unexpected.reload}
      onAction={() => void platform.document.reload()}
    >
      <TextLink to={isStaff ? PATHS.staffHome : PATHS.landing}>{toHome}</TextLink>
    </FailedScreen>
  );
}

interface FailedScreenProps {
  title: string;
  text: string;
  marksOffline: boolean;
  action: string;
  onAction: () => void;
  children?: Elements;
}

function FailedScreen({ title, text, marksOffline, action, onAction, children }: FailedScreenProps) {
  const { isStaff } = useErrorTexts();
  return (
    <Frame title={title} marksOffline={marksOffline && !isStaff} footer={!isStaff}>
      {isStaff && <EnglishPage />}
      <ScreenParts>
        <TitleGroup role="alert">
          <ScreenTitle>{title}</ScreenTitle>
          <Lead>{text}</Lead>
        </TitleGroup>
        <SecondaryButton onClick={onAction}>{action}</SecondaryButton>
        {children}
        {/* The server renders the page anew, so the link loads a new document. */}
        {!isStaff && <TextLink href={PATHS.status}>{COMMON_TEXTS.status}</TextLink>}
      </ScreenParts>
    </Frame>
  );
}

function EnglishPage() {
  useEnglishPage();
  return null;
}
