/**
 * «→ Войти через Google»: the popup, then the registration or the stored
 * gift. Inside other apps, where Google refuses to sign in, the way out of them stands in its place.
 */
import { useState } from 'react';
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
  const dispatch = useAppDispatch();
  const follow = useFollow();

  const signIn = async () => {
    setIsBusy(true);
    const outcome = await dispatch(signInWithGoogle());
    if (!follow(outcome)) setIsBusy(false);
  };

  return <GoogleButton isBusy={isBusy} onClick={() => void signIn()} />;
}
