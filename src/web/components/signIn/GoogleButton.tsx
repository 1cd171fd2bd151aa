/** The Google button alone: it has the SDK loaded before it is pressed, and shows dots while busy. */
import { useEffect } from 'react';
import { usePlatform } from '../../platform/PlatformContext';
import { GOOGLE_TEXTS } from '../../texts/google';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SecondaryButton } from '../controls/SecondaryButton';

interface GoogleButtonProps {
  isBusy: boolean;
  /** Where it is the screen's only way on. */
  isPrimary?: boolean;
  /** Has to open the popup before it waits for anything. */
  onClick: () => void;
}

export function GoogleButton({ isBusy, isPrimary = false, onClick }: GoogleButtonProps) {
  const { google } = usePlatform();

  // The popup must open inside the click, so the SDK has to be there before it.
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
