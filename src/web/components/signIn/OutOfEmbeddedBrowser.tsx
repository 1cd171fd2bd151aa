/**
 * Helps a visitor of a browser embedded in another app to open the page in their own browser. The component offers an
 * Android intent, instructions, and a button that copies the link.
 */
import { styled } from '@mui/material/styles';
import { RADIUS } from '../../../shared/designTokens';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectGiftKey, selectHasGift } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import type { EmbeddedBrowser } from '../../platform/embeddedBrowser';
import { usePlatform } from '../../platform/PlatformContext';
import { GOOGLE_TEXTS } from '../../texts/google';
import { toast } from '../../toasts/toasts';
import { SecondaryButton } from '../controls/SecondaryButton';
import { browserIntentFor } from './browserIntent';

const texts = GOOGLE_TEXTS.embedded;

export function OutOfEmbeddedBrowser({ embeddedBrowser }: { embeddedBrowser: EmbeddedBrowser }) {
  const { clipboard } = usePlatform();
  const address = useAddress();
  const { app, system } = embeddedBrowser;

  const copy = async () => {
    if (await clipboard.copyText(address)) toast.success(texts.copied);
    else toast.warning(`${texts.copyFailed}${address}`);
  };

  return (
    <Notice aria-labelledby="embedded-browser">
      <h2 id="embedded-browser">{texts.title}</h2>
      <p>{texts.text(app)}</p>
      {system === 'android' ? (
        <SecondaryButton href={browserIntentFor(address)} size="medium">
          {texts.open}
        </SecondaryButton>
      ) : (
        <p>
          <strong>{texts.open}.</strong> {texts.instructions}
        </p>
      )}
      <SecondaryButton size="medium" onClick={() => void copy()}>
        {texts.copy}
      </SecondaryButton>
    </Notice>
  );
}

/**
 * Returns the URL to open in the visitor's own browser. The URL contains the gift key, because the gift is not stored
 * in the visitor's own browser.
 */
function useAddress(): string {
  const key = useAppSelector(selectGiftKey);
  const hasGift = useAppSelector(selectHasGift);
  const { origin, href } = window.location;
  return hasGift && key !== null ? `${origin}${PATHS.gift}?${new URLSearchParams({ key }).toString()}` : href;
}

const Notice = styled('section')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 14,
  padding: '18px 20px 20px',
  borderRadius: RADIUS.card,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '& h2': { ...typography.h3, margin: 0 },
  '& p': { ...typography.body2, margin: 0, color: vars.palette.text.secondary },
  '& strong': { color: vars.palette.text.primary, fontWeight: 620 },
}));
