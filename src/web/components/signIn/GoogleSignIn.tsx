/**
 * Button «→ Войти через Google». The button opens the Google popup, and then registers the customer or redeems the
 * stored gift. In an in-app browser a text replaces the button, because Google blocks sign-in there. The hint of the page
 * says how to open a regular browser.
 */
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { TOUCH_HEIGHT_PX } from '../../../shared/designTokens';
import { type GoogleOutcome, signInWithGoogle } from '../../flows/signIn/signIn';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useFollow } from '../../navigation/useFollow';
import { useEmbeddedBrowser } from '../../platform/useEmbeddedBrowser';
import { GOOGLE_TEXTS } from '../../texts/google';
import { GoogleButton, MESSAGE_SPACE } from './GoogleButton';

const MESSAGES: Partial<Record<GoogleOutcome['kind'], string | null>> = GOOGLE_TEXTS.outcomes;

/** Renders the Google sign-in button. The component must be rendered only if Google sign-in is enabled. */
export function GoogleSignIn() {
  return useEmbeddedBrowser() === null ? <SignInButton /> : <Elsewhere>{GOOGLE_TEXTS.elsewhere}</Elsewhere>;
}

function SignInButton() {
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  // Ignores a second click that comes before the busy state is rendered, so that only one popup opens.
  const isUnderWay = useRef(false);
  const dispatch = useAppDispatch();
  const follow = useFollow();

  const signIn = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setMessage(null);
    const outcome = await dispatch(signInWithGoogle());
    isUnderWay.current = false;
    if (follow(outcome)) return;
    setIsBusy(false);
    setMessage(MESSAGES[outcome.kind] ?? null);
  };

  return <GoogleButton isBusy={isBusy} message={message} onClick={() => void signIn()} />;
}

/**
 * Text of the height of the button and its message, so that the page does not move when the text replaces the prerendered
 * button.
 */
const Elsewhere = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  placeItems: 'center',
  minHeight: TOUCH_HEIGHT_PX,
  margin: `0 0 ${MESSAGE_SPACE}`,
  textAlign: 'center',
  color: vars.palette.text.secondary,
}));
