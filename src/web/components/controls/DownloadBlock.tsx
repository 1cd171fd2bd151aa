/**
 * Download links of the app for five operating systems, shown as tiles on the landing page and as a list on the profile
 * page.
 */
import { styled } from '@mui/material/styles';
import type { Brand } from '../../../shared/brand';
import { MOTION, RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/designTokens';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { DOWNLOAD_TEXTS } from '../../texts/common';
import { translucent } from '../../theme/translucent';
import { SectionTitle } from '../display/Heading';
import { AndroidIcon, AppleIcon, WindowsIcon } from '../display/icons';
import { TextLink } from './TextLink';

export function DownloadBlock({ variant = 'full' }: { variant?: 'full' | 'compact' }) {
  const targets = buildTargets(usePlatform().configuration.brand);
  return variant === 'compact' ? (
    <section aria-labelledby={HEADING_ID}>
      <SmallHeading id={HEADING_ID}>{DOWNLOAD_TEXTS.heading}</SmallHeading>
      <Tiles>
        <Tile {...targets.android} />
        <Tile {...targets.ios} />
        <Tile {...targets.windows} />
      </Tiles>
    </section>
  ) : (
    <section aria-labelledby={HEADING_ID}>
      <SectionTitle id={HEADING_ID}>{DOWNLOAD_TEXTS.heading}</SectionTitle>
      <Rows>
        <Row {...targets.android} />
        <Row {...targets.ios} />
        <Row {...targets.windows} />
      </Rows>
    </section>
  );
}

const HEADING_ID = 'download';

interface Target {
  href: string;
  icon: Elements;
  label: string;
  /**
   * Second download link for the same operating system (the APK file for Android) or a related operating system (macOS
   * beside iOS).
   */
  other?: { href: string; label: string };
}

function buildTargets(brand: Brand): Record<'android' | 'ios' | 'windows', Target> {
  return {
    android: {
      href: brand.androidStoreUrl,
      icon: <AndroidIcon />,
      label: DOWNLOAD_TEXTS.android,
      other: { href: brand.androidApkUrl, label: DOWNLOAD_TEXTS.apk },
    },
    ios: {
      href: brand.iosStoreUrl,
      icon: <AppleIcon />,
      label: DOWNLOAD_TEXTS.ios,
      other: { href: brand.macosStoreUrl, label: DOWNLOAD_TEXTS.macos },
    },
    windows: { href: brand.windowsInstallerUrl, icon: <WindowsIcon />, label: DOWNLOAD_TEXTS.windows },
  };
}

function Tile({ href, icon, label, other }: Target) {
  return (
    <li>
      <TileLink href={href} rel="noopener">
        {icon}
        <span>{label}</span>
      </TileLink>
      {other && <TextLink href={other.href}>{other.label}</TextLink>}
    </li>
  );
}

function Row({ href, icon, label, other }: Target) {
  return (
    <li>
      <RowLink href={href} rel="noopener">
        {icon}
        <span>{label}</span>
      </RowLink>
      {other && (
        <OtherLink href={other.href} rel="noopener">
          <span>{other.label}</span>
        </OtherLink>
      )}
    </li>
  );
}

const SmallHeading = styled('h2')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  margin: '0 0 10px',
  color: vars.palette.text.secondary,
}));

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Tiles = styled(List)(({ theme: { typography } }) => ({
  ...typography.body2,
  display: 'grid',
  // Shows three tiles in a row, or fewer tiles if the user has enlarged the text.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 5.6em), 1fr))',
  gap: 10,
  '& > li': { display: 'grid', alignContent: 'start', gap: 6 },
  '& > li > a + a': { justifySelf: 'center' },
}));

const Rows = styled(List)(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 10,
  marginTop: 16,
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    overflow: 'hidden',
    borderRadius: RADIUS.control,
    backgroundColor: vars.palette.surface.main,
    border: `1px solid ${vars.palette.surface.line}`,
  },
  // The list clips overflow, so the focus ring is inset.
  '& a:focus-visible': { outlineOffset: -3, borderRadius: RADIUS.control },
}));

const TileLink = styled('a')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 7,
  minHeight: 82,
  fontWeight: 600,
  borderRadius: RADIUS.control,
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.surface.main,
  border: `1px solid ${vars.palette.surface.line}`,
  textDecoration: 'none',
  transition: `background-color ${String(MOTION.quickMs)}ms ${MOTION.easing}, border-color ${String(MOTION.quickMs)}ms ${MOTION.easing}`,
  '&:hover': { backgroundColor: vars.palette.surface.raised, borderColor: vars.palette.surface.control },
}));

const RowLink = styled('a')(({ theme: { vars, typography } }) => ({
  ...typography.button,
  flex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  minHeight: TOUCH_HEIGHT_PX - 2,
  padding: '0 18px',
  color: vars.palette.text.primary,
  textDecoration: 'none',
  transition: `background-color ${String(MOTION.quickMs)}ms ${MOTION.easing}`,
  '&:hover': { backgroundColor: vars.palette.surface.raised },
}));

const OtherLink = styled('a')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  minWidth: 124,
  padding: '0 18px',
  color: vars.palette.link.main,
  textDecoration: 'none',
  '& > span': {
    textDecoration: 'underline',
    textDecorationColor: translucent('currentColor', 45, 'currentColor'),
    textUnderlineOffset: '0.22em',
  },
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 14,
    bottom: 14,
    width: 1,
    backgroundColor: vars.palette.surface.line,
  },
  '&:hover': { backgroundColor: vars.palette.surface.raised },
}));
