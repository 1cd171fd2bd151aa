/**
 * Layout of every customer screen. Above 740 px the layout has two columns: the night sky with the logo, `aside` and
 * the footer on the left, the content on the right. Below 740 px the layout has one column: a band of night sky, the
 * content on a sheet that overlaps the night sky, and the footer.
 */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { COLOR_SCHEME_ATTRIBUTE } from '../../theme/colorScheme';
import { WIDE_LAYOUT } from '../../theme/theme';
import { HIDES_WHAT_WOULD_MOVE, PENDING } from '../display/pending';
import { Footer } from './Footer';
import { Logo } from './Logo';
import { NightSky } from './NightSky';
import { OfflineMark } from './OfflineMark';
import { SandboxMark } from './SandboxMark';

interface FrameProps {
  /** Content below the logo on the night sky, in the colours of the dark scheme. */
  aside?: ReactNode;
  children: Elements;
  footer?: boolean;
  /** Height of the night sky in the narrow layout. `full` shows the whole illustration, and `calm` shows a strip. */
  art?: 'full' | 'calm';
  /** Name of the screen in the document title, followed by the product name. */
  title: string;
  /**
   * Whether to show the offline notice. The offline notice is not shown on the screen that reports the lost network
   * connection.
   */
  marksOffline?: boolean;
}

export function Frame({
  aside,
  children,
  footer = true,
  art = 'calm',
  title,
  marksOffline = true,
}: FrameProps) {
  const { product } = usePlatform().configuration.brand;
  return (
    <Halves>
      <title>{COMMON_TEXTS.pageTitle(title, product)}</title>
      <Night
        data-art={art}
        data-aside={aside === undefined ? undefined : ''}
        {...{ [COLOR_SCHEME_ATTRIBUTE]: 'dark' }}
      >
        <Top>
          <Logo />
          <SandboxMark />
        </Top>
        {aside !== undefined && <Aside>{aside}</Aside>}
        {/* The night sky is the last element in the document, so that it fills the height of the text before it, also while the HTML is streamed. */}
        <NightSky />
      </Night>
      <Sheet>
        <Column>
          {children}
          {marksOffline && <OfflineMark />}
        </Column>
      </Sheet>
      {footer && (
        <FooterPlace>
          <Footer />
        </FooterPlace>
      )}
    </Halves>
  );
}

/** Left and right padding of the narrow layout. */
const GUTTER = 'clamp(18px, 5.2vw, 28px)';
const SHEET_RADIUS = 26;
/**
 * Selects the frame while content in its `main` is pending. The condition is on the parent of the footer: with
 * `main:has(…) ~ &`, Chromium 147 keeps the footer hidden after a skeleton is replaced by an error.
 */
const WAITS = `div:has(> main [${PENDING}])`;
const PRINT = '@media print';
/**
 * Media query for the two-column layout in a low window, such as a phone in landscape mode or a page at 200 % zoom. In
 * a low window, the account card and the footer are stacked.
 */
const LOW = `${WIDE_LAYOUT} and (max-height: 560px)`;

const Halves = styled('div')({
  minHeight: '100dvh',
  display: 'grid',
  gridTemplate: '"night" auto "task" 1fr "footer" auto / minmax(0, 1fr)',
  [WIDE_LAYOUT]: {
    gridTemplate: '"night task" 1fr "footer task" auto / minmax(330px, 44fr) minmax(0, 56fr)',
  },
  // Only the content of the screen is printed.
  [PRINT]: { '&&': { display: 'block' } },
});

const Night = styled('header')(({ theme: { vars } }) => ({
  gridArea: 'night',
  position: 'relative',
  overflow: 'hidden',
  isolation: 'isolate',
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.night.from,
  padding: `16px ${GUTTER} ${String(SHEET_RADIUS)}px`,
  // Custom properties that position the light and the water line of the sky.
  '--sky-scale': '0.5',
  '--sky-span': '118%',
  '--sky-x': '61%',
  '--sky-light': '30px',
  '--sky-water': '44px',
  minHeight: 124,
  '&[data-art="full"]': {
    minHeight: 'clamp(240px, 62vw, 350px)',
    '--sky-scale': '0.56',
    '--sky-light': '36%',
    '--sky-water': '70px',
  },
  '&[data-aside]': { paddingBottom: SHEET_RADIUS + 22 },
  [WIDE_LAYOUT]: {
    '&&': {
      gridRow: '1 / -1',
      alignSelf: 'start',
      position: 'sticky',
      top: 0,
      height: '100dvh',
      minHeight: 0,
      padding: 'clamp(24px, 3.4vw, 48px)',
      '--sky-scale': '1',
      '--sky-span': '126%',
      '--sky-x': '50%',
      '--sky-light': '34%',
      '--sky-water': 'max(17%, 164px)',
    },
    '&&[data-aside]': { '--sky-light': '66%' },
  },
  [LOW]: {
    '&&[data-aside]': {
      gridRow: 1,
      position: 'relative',
      height: 'auto',
      minHeight: '100dvh',
      padding: '16px clamp(24px, 3.4vw, 48px) 20px',
    },
  },
  [PRINT]: { '&&': { display: 'none' } },
}));

const Top = styled('div')({
  position: 'relative',
  // Dark background that keeps the logo readable over the bright edges of the clouds.
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: '-40px -60px -26px -40px',
    zIndex: -1,
    backgroundImage: 'radial-gradient(farthest-side at 18% 50%, rgb(5 9 23 / 0.62), transparent)',
    pointerEvents: 'none',
  },
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
});

const Aside = styled('div')({
  position: 'relative',
  marginTop: 18,
  [WIDE_LAYOUT]: { marginTop: 'clamp(16px, 4vh, 44px)', maxWidth: 460 },
});

const Sheet = styled('main')(({ theme: { vars } }) => ({
  gridArea: 'task',
  position: 'relative',
  marginTop: -SHEET_RADIUS,
  padding: `30px ${GUTTER} 36px`,
  borderRadius: `${String(SHEET_RADIUS)}px ${String(SHEET_RADIUS)}px 0 0`,
  backgroundColor: vars.palette.background.default,
  [WIDE_LAYOUT]: {
    margin: 0,
    borderRadius: 0,
    // Centres the content column in its half of the window at any width. The top padding leaves space for a two-line
    // toast above the headline.
    padding: 'clamp(88px, 10vh, 112px) max(28px, 28vw - 260px) clamp(32px, 6vh, 96px)',
  },
  [PRINT]: { '&&': { margin: 0, padding: 0 } },
}));

const Column = styled('div')({
  ...HIDES_WHAT_WOULD_MOVE,
  margin: '0 auto',
  maxWidth: 560,
  [WIDE_LAYOUT]: { margin: 0, maxWidth: 520 },
  [PRINT]: { '&&': { maxWidth: 'none' } },
});

const FooterPlace = styled('div')(({ theme: { vars } }) => ({
  gridArea: 'footer',
  padding: `22px ${GUTTER} calc(26px + env(safe-area-inset-bottom))`,
  color: vars.palette.text.secondary,
  backgroundColor: vars.palette.background.default,
  '& > *': { margin: '0 auto', maxWidth: 560 },
  [`${WAITS} > &`]: { visibility: 'hidden' },
  [WIDE_LAYOUT]: {
    [`${WAITS} > &`]: { visibility: 'visible' },
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    padding: '0 clamp(24px, 3.4vw, 48px) clamp(22px, 3.4vh, 36px)',
    color: vars.palette.night.muted,
    backgroundColor: 'transparent',
    '--text-link': vars.palette.night.text,
    '& > *': { margin: 0, maxWidth: 'none' },
  },
  [LOW]: {
    '[data-aside] ~ &': {
      position: 'static',
      padding: '20px clamp(24px, 3.4vw, 48px) 22px',
      backgroundColor: vars.palette.night.from,
    },
  },
  [PRINT]: { display: 'none' },
}));
