/** Google button without the sign-in flow. Preloads the Google SDK and shows loading dots while busy. */
import { useEffect } from 'react';
import { usePlatform } from '../../platform/PlatformContext';
import { GOOGLE_TEXTS } from '../../texts/google';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SecondaryButton } from '../controls/SecondaryButton';

interface GoogleButtonProps {
  isBusy: boolean;
  /** Whether the button is the only action of the screen. */
  isPrimary?: boolean;
  /** Must open the popup before it awaits anything. */
  onClick: () => void;
}

export function GoogleButton({ isBusy, isPrimary = false, onClick }: GoogleButtonProps) {
  const { google } = usePlatform();

  // Browsers allow a popup only within the click event, so the SDK must be loaded before the click.
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
