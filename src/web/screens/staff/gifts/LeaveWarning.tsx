/** Warns before the agent leaves a page with gift keys that are shown only once. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { QuestionDialog } from '../../../components/staff/QuestionDialog';
import { GIFTS_TEXTS } from '../../../texts/staff/gifts';

/**
 * Shows a confirmation dialog before a navigation within the SPA, and the browser's own dialog before the page is
 * closed.
 */
export function LeaveWarning() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <QuestionDialog
      question={GIFTS_TEXTS.leave}
      no={GIFTS_TEXTS.leave.no}
      onYes={() => blocker.proceed()}
      onNo={() => blocker.reset()}
    />
  );
}
