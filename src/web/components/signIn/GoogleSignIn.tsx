/**
 * Button «→ Войти через Google». The button opens the Google popup, and then registers the customer or redeems the
 * stored gift. In a browser that is embedded in another app, instructions for opening a regular browser replace the
 * button, because Google blocks sign-in in embedded browsers.
 */
import { useRef, useState } from 'react';
import { signInWithGoogle } from '../../flows/signIn/signIn';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useFollow } from '../../navigation/useFollow';
import { useEmbeddedBrowser } from '../../platform/useEmbeddedBrowser';
import { GoogleButton } from './GoogleButton';
import { OutOfEmbeddedBrowser } from './OutOfEmbeddedBrowser';

/** Renders the Google sign-in button. The component must be rendered only if Google sign-in is enabled. */
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
  // Ignores a second click that comes before the busy state is rendered, so that only one popup opens.
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
