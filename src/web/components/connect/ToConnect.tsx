/**
 * Button that leads to /connect. A visitor who is not signed in must sign in first, and returns to /connect after
 * sign-in.
 */
import { useAppSelector } from '../../hooks/storeHooks';
import { selectIsSignedIn } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';
import { PrimaryButton } from '../controls/PrimaryButton';

export function ToConnect({ children }: { children: string }) {
  const { sessionStorage } = usePlatform();
  const isSignedIn = useAppSelector(selectIsSignedIn);
  return (
    <PrimaryButton
      to={isSignedIn ? PATHS.connect : PATHS.login}
      onClick={() => {
        if (!isSignedIn) writeTabValue(sessionStorage, 'wayBack', PATHS.connect);
      }}
    >
      {children}
    </PrimaryButton>
  );
}
