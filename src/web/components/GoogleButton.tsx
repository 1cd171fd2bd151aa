/** Sign-in by the Google popup (spec section 4); activates the stored gift, if there is one. */
import { useEffect, useState } from 'react';
import { usePlatform } from '../app/PlatformContext';
import { signInWithGoogle } from '../flows/signIn';
import { useAppDispatch } from '../hooks/storeHooks';
import { useFollow } from '../routes/useFollow';
import { LOGIN_TEXTS } from '../texts/login';
import { SecondaryButton } from './SecondaryButton';

export function GoogleButton() {
  const [isBusy, setIsBusy] = useState(false);
  const { google } = usePlatform();
  const dispatch = useAppDispatch();
  const follow = useFollow();

  // The popup must open inside the click, so the SDK has to be there before it.
  useEffect(() => {
    google.preload();
  }, [google]);

  const signIn = async () => {
    setIsBusy(true);
    const outcome = await dispatch(signInWithGoogle());
    if (!follow(outcome)) setIsBusy(false);
  };

  return (
    <SecondaryButton loading={isBusy} loadingLabel={LOGIN_TEXTS.googleBusy} onClick={() => void signIn()}>
      {LOGIN_TEXTS.google}
    </SecondaryButton>
  );
}
