/** Note of the sign-in form in a browser that forgets the sign-in, because its storage is blocked. */
import { useSyncExternalStore } from 'react';
import { usePlatform } from '../../platform/PlatformContext';
import { LOGIN_TEXTS } from '../../texts/login';
import { Note } from '../display/Heading';

const never = () => () => undefined;

export function ForgetfulBrowser() {
  const { keepsSignIn } = usePlatform();
  const isForgetful = useSyncExternalStore(
    never,
    () => !keepsSignIn,
    () => false,
  );
  return isForgetful && <Note>{LOGIN_TEXTS.forgetfulBrowser}</Note>;
}
