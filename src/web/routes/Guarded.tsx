/**
 * Component that renders a screen only while the guard of the screen allows access. Otherwise the component redirects.
 */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { OpeningScreen } from '../components/frame/OpeningScreen';
import { useAppSelector } from '../hooks/storeHooks';
import { selectEmailForSignIn } from '../identity/selectors';
import { PATHS } from '../navigation/paths';
import type { Elements } from '../platform/elements';
import { usePlatform } from '../platform/PlatformContext';
import { writeTabValue } from '../tabStorage/tabStorage';
import { COMMON_TEXTS } from '../texts/common';
import { type GuardName, type GuardResponse, GUARDS } from './guards';

export function Guarded({ guard, children }: { guard: GuardName; children: Elements }) {
  const response = useAppSelector(GUARDS[guard]);
  // The email address stays stored after a session has ended, but not after a sign-out. The user returns to this page
  // only if the email address is stored.
  const mayComeBack = useAppSelector(selectEmailForSignIn) !== null;
  const { pathname, search } = useLocation();
  const { sessionStorage } = usePlatform();
  const navigate = useNavigate();

  useEffect(() => {
    if (response.kind !== 'denied') return;
    if (response.keepWayBack && mayComeBack) writeTabValue(sessionStorage, 'wayBack', `${pathname}${search}`);
    void navigate(response.to, { replace: true });
  }, [response, mayComeBack, navigate, pathname, search, sessionStorage]);

  if (response.kind === 'allowed') return children;
  const what = whatIsGoingOn(response);
  return what === null ? null : <OpeningScreen what={what} />;
}

/** Returns the loading text, or null for staff, because the console renders its own background. */
function whatIsGoingOn(response: GuardResponse): string | null {
  if (response.kind !== 'denied') return COMMON_TEXTS.loading;
  switch (response.to) {
    case PATHS.login:
      return COMMON_TEXTS.opening.login;
    case PATHS.shop:
      return COMMON_TEXTS.opening.shop;
    case PATHS.profile:
      return COMMON_TEXTS.opening.profile;
    default:
      return null;
  }
}
