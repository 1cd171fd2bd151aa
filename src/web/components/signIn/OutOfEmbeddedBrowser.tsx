/**
 * Content of the hint in an in-app browser. It says what may not work there, and helps the visitor to open the page in their
 * own browser: an Android intent, or instructions for iOS, and a button that copies the link.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { RADIUS } from '../../../shared/designTokens';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectGiftKey, selectHasGift } from '../../identity/selectors';
import { addressToOpen } from '../../navigation/addressToOpen';
import { PATHS } from '../../navigation/paths';
import type { EmbeddedBrowser } from '../../platform/embeddedBrowser';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import { type EmbeddedTopic, EMBEDDED_BROWSER_TEXTS as TEXTS } from '../../texts/embeddedBrowser';
import { toast } from '../../toasts/toasts';
import { SecondaryButton } from '../controls/SecondaryButton';
import { CloseIcon } from '../display/icons';
import { browserIntentFor } from './browserIntent';

/** What may not work on a page, by its path. Other pages have no hint. */
const TOPICS: Readonly<Record<string, EmbeddedTopic>> = {
  [PATHS.landing]: 'everything',
  [PATHS.landingYt]: 'everything',
  [PATHS.landingTt]: 'everything',
  [PATHS.login]: 'google',
  [PATHS.gift]: 'google',
  [PATHS.shop]: 'payment',
  [PATHS.pay]: 'payment',
  [PATHS.accountData]: 'files',
};

export interface EmbeddedBrowserHintProps {
  /** Path of the page. Omitted if the hint is the content of a screen about Google. */
  path?: string;
}

/**
 * Renders the hint of a page, unless the page has none or the visitor has closed a hint. A closed hint stays closed in this
 * tab on all pages.
 */
export default function OutOfEmbeddedBrowser({
  path,
  embeddedBrowser,
}: EmbeddedBrowserHintProps & { embeddedBrowser: EmbeddedBrowser }) {
  const { configuration, sessionStorage } = usePlatform();
  const [isClosed, setIsClosed] = useState(() => readTabValue(sessionStorage, 'hintClosed') !== null);
  if (path === undefined) {
    return (
      <Hint as="section" aria-labelledby={TITLE_ID}>
        <Content topic="google" embeddedBrowser={embeddedBrowser} />
      </Hint>
    );
  }
  const topic = TOPICS[path];
  if (topic === undefined || isClosed) return null;
  const close = () => {
    writeTabValue(sessionStorage, 'hintClosed', 'yes');
    setIsClosed(true);
  };
  return (
    <Hint data-of-page="" aria-labelledby={TITLE_ID}>
      <Content
        topic={topic === 'google' && !configuration.google.enabled ? 'everything' : topic}
        embeddedBrowser={embeddedBrowser}
      />
      <button type="button" aria-label={TEXTS.close} onClick={close}>
        <CloseIcon size={20} />
      </button>
    </Hint>
  );
}

const TITLE_ID = 'embedded-browser';

function Content({ topic, embeddedBrowser }: { topic: EmbeddedTopic; embeddedBrowser: EmbeddedBrowser }) {
  const { clipboard } = usePlatform();
  const address = useAddress();
  const { app, system } = embeddedBrowser;
  const { title, text } = TEXTS.topics[topic];

  const copy = async () => {
    if (await clipboard.copyText(address)) toast.success(TEXTS.copied);
    else toast.warning(`${TEXTS.copyFailed}${address}`);
  };

  return (
    <>
      <h2 id={TITLE_ID}>{title}</h2>
      <p>{text(app)}</p>
      {system !== 'android' && <p>{TEXTS.instructions}</p>}
      <Actions>
        {system === 'android' && (
          <SecondaryButton href={browserIntentFor(address)} size="medium">
            {TEXTS.open}
          </SecondaryButton>
        )}
        <SecondaryButton size="medium" onClick={() => void copy()}>
          {TEXTS.copy}
        </SecondaryButton>
      </Actions>
    </>
  );
}

/** Returns the URL to open in the visitor's own browser, with the stored gift or the gift of an opened link. */
function useAddress(): string {
  const { sessionStorage } = usePlatform();
  const stored = useAppSelector(selectGiftKey);
  const hasGift = useAppSelector(selectHasGift);
  return addressToOpen(window.location, hasGift ? stored : readTabValue(sessionStorage, 'giftLink'));
}

const Hint = styled('aside')(({ theme: { vars, typography } }) => ({
  position: 'relative',
  display: 'grid',
  gap: 14,
  padding: '18px 20px 20px',
  borderRadius: RADIUS.card,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '& h2': { ...typography.h3, margin: 0 },
  '& p': { ...typography.body2, margin: 0, color: vars.palette.text.secondary },
  // The hint of a page stays at the lower edge of the window. It is the last element of the page, so that it moves nothing,
  // and hides nothing when the page is scrolled to its end.
  '&[data-of-page]': {
    position: 'sticky',
    zIndex: 1,
    bottom: 'calc(8px + var(--notice, 0px) + env(safe-area-inset-bottom))',
    gap: 8,
    width: 'calc(100% - 16px)',
    maxWidth: 460,
    margin: '8px 8px 8px auto',
    padding: '12px 14px 14px',
    boxShadow: `inset 0 0 0 1px ${vars.palette.surface.control}, 0 14px 40px -10px rgba(4, 8, 24, 0.45)`,
    '& h2': { marginRight: 32 },
    '& p': typography.caption,
    '@media print': { display: 'none' },
  },
  '& > button': {
    position: 'absolute',
    top: 2,
    right: 2,
    display: 'grid',
    placeItems: 'center',
    width: 44,
    height: 44,
    padding: 0,
    border: 0,
    borderRadius: RADIUS.control,
    background: 'none',
    color: vars.palette.text.secondary,
    cursor: 'pointer',
    '&:hover': { backgroundColor: vars.palette.surface.raised },
  },
}));

const Actions = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  gap: 8,
});
