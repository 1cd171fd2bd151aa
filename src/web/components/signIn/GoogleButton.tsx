/**
 * Google sign-in button without the sign-in flow. The button preloads the Google SDK, shows loading dots while the
 * sign-in is running, and reports the result of a click without a sign-in below itself.
 */
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { usePlatform } from '../../platform/PlatformContext';
import { GOOGLE_TEXTS } from '../../texts/google';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SecondaryButton } from '../controls/SecondaryButton';

interface GoogleButtonProps {
  isBusy: boolean;
  /** Whether the Google button is the only action on the screen. */
  isPrimary?: boolean;
  /** Result of the last click, or null if there is nothing to report. */
  message: string | null;
  /** Click handler, which must open the Google popup before it awaits any promise. */
  onClick: () => void;
}

export function GoogleButton({ isBusy, isPrimary = false, message, onClick }: GoogleButtonProps) {
  const { google } = usePlatform();

  // Preload the Google SDK, because browsers allow a popup only within the click event, so the SDK must be loaded
  // before the click.
  useEffect(() => {
    google.preload();
  }, [google]);

  const Button = isPrimary ? PrimaryButton : SecondaryButton;
  return (
    <div>
      <Button loading={isBusy} loadingLabel={GOOGLE_TEXTS.busy} onClick={onClick}>
        {GOOGLE_TEXTS.button}
      </Button>
      <Message role="status">{message}</Message>
    </div>
  );
}

/** Height of the message below the button, without the part that lies in the distance to the next element. */
export const MESSAGE_SPACE = 'calc(1.5em - 12px)';

/**
 * The live region is always in the document, so that screen readers announce the message. It has the height of a line, most
 * of which lies in the distance to the next element, so that the message moves nothing.
 */
const Message = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  minHeight: '1.5em',
  margin: '6px 0 -18px',
  textAlign: 'center',
  color: vars.palette.text.primary,
}));
