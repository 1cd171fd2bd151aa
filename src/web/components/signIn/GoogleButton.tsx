/**
 * Google sign-in button without the sign-in flow. The button preloads the Google SDK, and shows loading dots while the
 * sign-in is running.
 */
import { useEffect } from 'react';
import { usePlatform } from '../../platform/PlatformContext';
import { GOOGLE_TEXTS } from '../../texts/google';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SecondaryButton } from '../controls/SecondaryButton';

interface GoogleButtonProps {
  isBusy: boolean;
  /** Whether the Google button is the only action on the screen. */
  isPrimary?: boolean;
  /** Click handler, which must open the Google popup before it awaits any promise. */
  onClick: () => void;
}

export function GoogleButton({ isBusy, isPrimary = false, onClick }: GoogleButtonProps) {
  const { google } = usePlatform();

  // Preload the Google SDK, because browsers allow a popup only within the click event, so the SDK must be loaded
  // before the click.
  useEffect(() => {
    google.preload();
  }, [google]);

  const Button = isPrimary ? PrimaryButton : SecondaryButton;
  return (
    <Button loading={isBusy} loadingLabel={GOOGLE_TEXTS.busy} onClick={onClick}>
      {GOOGLE_TEXTS.button}
    </Button>
  );
}
