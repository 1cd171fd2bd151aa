/**
 * «→ Войти через Google»: the popup, then the registration or the stored
 * gift. Inside other apps, where Google rejects to sign in, the way out of them stands in its place.
 */
import { useRef, useState } from 'react';
import { signInWithGoogle } from '../../flows/signIn/signIn';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useFollow } from '../../navigation/useFollow';
import { useEmbeddedBrowser } from '../../platform/useEmbeddedBrowser';
import { GoogleButton } from './GoogleButton';
import { OutOfEmbeddedBrowser } from './OutOfEmbeddedBrowser';

/** Shown only where Google sign-in is switched on. */
export function GoogleSignIn() {
  const embeddedBrowser = useEmbeddedBrowser();
  return embeddedBrowser === null ? (
    <SignInButton />
  ) : (
    <OutOfEmbeddedBrowser embeddedBrowser={embeddedBrowser} />
  );
}

function SignInButton() {
  const [isBusy, setIsBusy] = useState(false);
  // Of two presses in one moment, before the button is drawn busy, one opens a window.
  const isUnderWay = useRef(false);
  const dispatch = useAppDispatch();
  const follow = useFollow();

  const signIn = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    const outcome = await dispatch(signInWithGoogle());
    isUnderWay.current = false;
    if (!follow(outcome)) setIsBusy(false);
  };

  return <GoogleButton isBusy={isBusy} onClick={() => void signIn()} />;
}
