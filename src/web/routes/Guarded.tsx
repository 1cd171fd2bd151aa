/** A screen behind its guard, as long as the guard allows it. */
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppSelector } from '../hooks/storeHooks';
import { selectEmailForSignIn } from '../identity/selectors';
import { usePlatform } from '../platform/PlatformContext';
import { writeTabValue } from '../tabStorage/tabStorage';
import { type GuardName, GUARDS } from './guards';

export function Guarded({ guard, children }: { guard: GuardName; children: ReactNode }) {
  const answer = useAppSelector(GUARDS[guard]);
  // A session that ended leaves the address for the next sign-in; a person who left leaves nothing.
  const mayComeBack = useAppSelector(selectEmailForSignIn) !== null;
  const { pathname, search } = useLocation();
  const { sessionStorage } = usePlatform();
  const navigate = useNavigate();

  useEffect(() => {
    if (answer.kind !== 'denied') return;
    if (answer.keepWayBack && mayComeBack) writeTabValue(sessionStorage, 'wayBack', `${pathname}${search}`);
    void navigate(answer.to, { replace: true });
  }, [answer, mayComeBack, navigate, pathname, search, sessionStorage]);

  return answer.kind === 'allowed' ? children : null;
}
