/** Frame of every console screen: the header, the title with the back button, and the content. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PATHS } from '../../navigation/paths';
import type { Elements } from '../../platform/elements';
import { useEnglishPage } from '../../platform/pageLanguage';
import { usePlatform } from '../../platform/PlatformContext';
import { PRODUCT_VERSION } from '../../platform/version';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { EmailText } from '../display/EmailText';
import { HIDES_WHAT_WOULD_MOVE } from '../display/pending';
import { Mark } from '../frame/Logo';
import { OfflineMark } from '../frame/OfflineMark';
import { AccountMenu } from './AccountMenu';
import { ConsoleCommands } from './ConsoleCommands';
import { BackIcon } from './consoleIcons';
import { CONSOLE_RADIUS, ConsoleDensity } from './consoleStyles';
import { PanelBoundary } from './PanelBoundary';
import { RepeatQuestion } from './repeatQuestion';
import { SquareButton } from './SquareButton';
import { StaffNavigation } from './StaffNavigation';
import { MAIN_ID, useConsoleKeys } from './useConsoleKeys';
import { useGoBack } from './useGoBack';

interface StaffFrameProps {
  title: string;
  /**
   * Path of the back button if the screen was not opened from a console list. If a console list opened the screen, the
   * back button navigates back in the history, so that the list keeps its state.
   */
  back?: string;
  /** Buttons at the right end of the title line. */
  actions?: ReactNode;
  /**
   * Whether to show the name of the time zone below the title. The value is false if the screen shows no dates, or
   * shows the time zone elsewhere.
   */
  namesTimeZone?: boolean;
  /**
   * Element at the right end of the line with the time zone. An element that appears late causes no layout shift there,
   * while the title line has no space for it.
   */
  remark?: Elements;
  /** Content that is beside the screen in a wide window, and below it in a narrow one. */
  aside?: Elements;
  children: Elements;
}

export function StaffFrame({
  title,
  back,
  actions,
  namesTimeZone = true,
  remark,
  aside,
  children,
}: StaffFrameProps) {
  const { product } = usePlatform().configuration.brand;
  const goBack = useGoBack(back);
  useConsoleKeys(goBack);
  useEnglishPage();
  const { pathname, search } = useLocation();
  const place = `${pathname}${search}`;
  const content = <PanelBoundary resetKey={place}>{children}</PanelBoundary>;
  return (
    <Page lang="en">
      <ConsoleDensity />
      <title>{STAFF_FRAME_TEXTS.pageTitle(title, product)}</title>
      <SkipLink href={`#${MAIN_ID}`} onClick={skipToMain}>
        {STAFF_FRAME_TEXTS.skip}
      </SkipLink>
      <Bar>
        <Home to={PATHS.staffHome} aria-label={STAFF_FRAME_TEXTS.homeLink(product)}>
          <Mark size={26} />
          <span>{product}</span>
        </Home>
        <StaffNavigation />
        <BarEnd>
          <ConsoleCommands />
          <AccountMenu />
        </BarEnd>
      </Bar>
      <Main id={MAIN_ID} tabIndex={-1}>
        <TitleLine>
          {goBack && (
            <SquareButton
              type="button"
              onClick={goBack}
              aria-label={STAFF_FRAME_TEXTS.back}
              title={STAFF_FRAME_TEXTS.backHint}
            >
              <BackIcon size={18} />
            </SquareButton>
          )}
          <h1>{title.includes('@') ? <EmailText email={title} /> : title}</h1>
          {actions !== undefined && <Actions>{actions}</Actions>}
        </TitleLine>
        {namesTimeZone && (
          <SmallPrint>
            <span>{STAFF_FRAME_TEXTS.timeZone}</span>
            {remark}
          </SmallPrint>
        )}
        {aside === undefined ? (
          content
        ) : (
          <Columns>
            <Content>{content}</Content>
            <Aside>
              <PanelBoundary resetKey={place}>{aside}</PanelBoundary>
            </Aside>
          </Columns>
        )}
        <OfflineMark texts={STAFF_OFFLINE_TEXTS.mark} />
      </Main>
      <Version>{`${product} ${PRODUCT_VERSION}`}</Version>
      <RepeatQuestion />
    </Page>
  );
}

/**
 * Moves the focus to the main content by script instead of a fragment link, because the URL fragment contains the state
 * of a list.
 */
function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
}

const GUTTER = 'clamp(16px, 2.4vw, 32px)';

/** Maximum width of a screen in px. A wider window has equal margins on both sides of the header and of the screen. */
const WIDTH_MAX = 1760;

const Page = styled('div')(({ theme: { vars } }) => ({
  minHeight: '100dvh',
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.background.default,
}));

const SkipLink = styled('a')(({ theme: { vars } }) => ({
  position: 'absolute',
  zIndex: 20,
  top: 8,
  left: 8,
  padding: '8px 14px',
  borderRadius: CONSOLE_RADIUS,
  color: vars.palette.accent.on,
  backgroundColor: vars.palette.accent.fill,
  '&:not(:focus)': { transform: 'translateY(-200%)' },
}));

const Bar = styled('header')(({ theme: { vars, breakpoints } }) => ({
  position: 'sticky',
  top: 0,
  zIndex: 10,
  display: 'flex',
  alignItems: 'center',
  gap: '4px 20px',
  minHeight: 48,
  padding: `4px max(${GUTTER}, calc((100% - ${String(WIDTH_MAX)}px) / 2 + ${GUTTER}))`,
  backgroundColor: vars.palette.surface.main,
  borderBottom: `1px solid ${vars.palette.surface.line}`,
  [breakpoints.down('lg')]: { columnGap: 12 },
  [breakpoints.down('md')]: { position: 'static', flexWrap: 'wrap', paddingTop: 8 },
  '@media print': { display: 'none' },
}));

const BarEnd = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  marginLeft: 'auto',
  minWidth: 0,
});

const Home = styled(Link)(({ theme: { vars, breakpoints } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 9,
  padding: '4px 6px 4px 0',
  borderRadius: CONSOLE_RADIUS,
  fontSize: '1rem',
  fontWeight: 680,
  letterSpacing: '-0.02em',
  color: vars.palette.text.primary,
  textDecoration: 'none',
  // The header has no space for the name beside the navigation. The link is named by `aria-label`.
  [breakpoints.between('md', 'lg')]: { '& span': { display: 'none' } },
}));

const Main = styled('main')(({ theme: { vars, breakpoints } }) => ({
  ...HIDES_WHAT_WOULD_MOVE,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 16,
  minHeight: '100dvh',
  boxSizing: 'border-box',
  maxWidth: WIDTH_MAX,
  margin: '0 auto',
  padding: `16px ${GUTTER} 48px`,
  fontVariantNumeric: 'tabular-nums',
  outline: 'none',
  '& h1': {
    margin: 0,
    fontSize: '1.25rem',
    fontWeight: 680,
    letterSpacing: '-0.015em',
    lineHeight: 1.3,
    overflowWrap: 'anywhere',
    color: vars.palette.text.primary,
    [breakpoints.down('sm')]: { fontSize: '1.125rem' },
  },
}));

const Columns = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 24,
  [breakpoints.up('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(340px, 25%)',
    '&:has(> aside:empty)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
}));

const Content = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 16,
});

const Aside = styled('aside')(({ theme: { breakpoints } }) => ({
  '&:empty': { display: 'none' },
  // In a wide window, pending content of the screen cannot shift the aside, so the aside stays visible. The selector is
  // more specific than that of `HIDES_WHAT_WOULD_MOVE`.
  [breakpoints.up('lg')]: { '&&&': { visibility: 'visible' } },
}));

const TitleLine = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  gap: '8px 10px',
  '& > button': { marginBlock: 2 },
  // Centres a one-line title beside the buttons. A title with several lines must not shift the buttons or the first
  // line of the title.
  '& h1': { flex: '1 1 0', minWidth: 0, paddingBlock: 'calc((36px - 1.3em) / 2)' },
});

const SmallPrint = styled('p')(({ theme: { vars } }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  margin: '-8px 0 0',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

/** Footer with the product's version. It starts below the first screenful, where loaded content cannot visibly shift it. */
const Version = styled('footer')(({ theme: { vars } }) => ({
  boxSizing: 'border-box',
  maxWidth: WIDTH_MAX,
  margin: '0 auto',
  padding: `0 ${GUTTER} 16px`,
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginLeft: 'auto',
});
