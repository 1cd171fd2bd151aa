/**
 * What every screen of the staff console stands in: the bar with the way to its parts and the
 * account, a title with the way back, and the content. `/` goes to the search field, Esc goes back.
 */
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { hasRight, isStaffRole, rolesWith, STAFF_ROLES, type StaffRight } from '../../../shared/staffRoles';
import { useCountMoneyToExplainQuery } from '../../api/endpoints/staffMoney';
import { signOutStaff } from '../../flows/staff/staffSession';
import { useAppDispatch } from '../../hooks/storeHooks';
import { type Path, PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { useEnglishPage } from '../../platform/pageLanguage';
import { usePlatform } from '../../platform/PlatformContext';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { STAFF_OFFLINE_TEXTS } from '../../texts/staff/offline';
import { roleName } from '../../texts/staff/roles';
import { EmailText } from '../display/EmailText';
import { BackIcon, PersonIcon } from '../display/icons';
import { HIDES_WHAT_WOULD_MOVE } from '../display/onItsWay';
import { ColorSchemeSwitch } from '../frame/ColorSchemeSwitch';
import { Mark } from '../frame/Logo';
import { OfflineMark } from '../frame/OfflineMark';
import { SandboxMark } from '../frame/SandboxMark';
import { CONSOLE_RADIUS, ConsoleDensity } from './consoleStyles';
import { RepeatQuestion } from './repeatQuestion';
import { SquareButton } from './SquareButton';
import { useStaffRights } from './useStaffRights';

interface StaffFrameProps {
  title: string;
  /**
   * Where «Back» leads when the screen was not opened from a list of the console; from a list it
   * goes back in the history, so that the list is as it was.
   */
  back?: string;
  /** Stand at the right end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** What a list adds to the history entry of the screen it opens. */
export const OPENED_FROM_LIST = { fromList: true } as const;

const MAIN_ID = 'console-main';

export function StaffFrame({ title, back, actions, children }: StaffFrameProps) {
  const { product } = usePlatform().configuration.brand;
  const goBack = useGoBack(back);
  useConsoleKeys(goBack);
  useEnglishPage();
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
        <Navigation />
        <AccountEnd />
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
        {children}
        <OfflineMark texts={STAFF_OFFLINE_TEXTS.mark} />
      </Main>
      <RepeatQuestion />
    </Page>
  );
}

/** `isOurs`: not of the specification, so that another server may not know it. */
const LINKS: readonly { to: Path; label: string; right: StaffRight; exact?: true; isOurs?: true }[] = [
  { to: PATHS.staffHome, label: STAFF_FRAME_TEXTS.customers, right: 'readCustomers', exact: true },
  { to: PATHS.staffGifts, label: STAFF_FRAME_TEXTS.gifts, right: 'readGifts', isOurs: true },
  { to: PATHS.staffPartners, label: STAFF_FRAME_TEXTS.partners, right: 'readCustomers' },
  { to: PATHS.staffMoney, label: STAFF_FRAME_TEXTS.money, right: 'refund', isOurs: true },
  { to: PATHS.staffNumbers, label: STAFF_FRAME_TEXTS.numbers, right: 'readNumbers', isOurs: true },
  { to: PATHS.staffLetters, label: STAFF_FRAME_TEXTS.letters, right: 'helpCustomers', isOurs: true },
  { to: PATHS.staffPushes, label: STAFF_FRAME_TEXTS.pushes, right: 'pushMany', isOurs: true },
  { to: PATHS.staffTeam, label: STAFF_FRAME_TEXTS.team, right: 'manageTeam', isOurs: true },
  { to: PATHS.staffAudit, label: STAFF_FRAME_TEXTS.audit, right: 'readAudit', isOurs: true },
];

/** Without a role that we know, what every role may do. */
const mayBeShown = (role: string | undefined, right: StaffRight): boolean =>
  isStaffRole(role) ? hasRight(role, right) : rolesWith(right).length === STAFF_ROLES.length;

/** All links come at once, once it is known which: one that came between two others would move them. */
function Navigation() {
  const { me, knowsAdditions, isSettled } = useStaffRights();
  const seesMoney = hasRight(me?.role, 'refund');
  const { data: money, error } = useCountMoneyToExplainQuery({}, { skip: !seesMoney });
  const isWhole = isSettled && (!seesMoney || money !== undefined || error !== undefined);
  const links = LINKS.filter(
    ({ right, isOurs = false }) => mayBeShown(me?.role, right) && (knowsAdditions || !isOurs),
  );
  const labelOf = (to: Path, label: string) =>
    to === PATHS.staffMoney ? STAFF_FRAME_TEXTS.openMoney(money?.open) : label;
  return (
    <Nav aria-label={STAFF_FRAME_TEXTS.navigation}>
      {isWhole && (
        <NavLinks>
          {links.map(({ to, label, exact = false }) => (
            <NavLink key={to} to={to} end={exact}>
              {labelOf(to, label)}
            </NavLink>
          ))}
        </NavLinks>
      )}
      <LinksPlace aria-hidden="true">
        {LINKS.map(({ to, label }) => (
          <span key={to} data-label={label} />
        ))}
      </LinksPlace>
    </Nav>
  );
}

/** Comes with the account's name: what stands beside that does not move. */
function AccountEnd() {
  const { isSettled } = useStaffRights();
  return (
    <BarEnd data-settled={isSettled}>
      <span lang="ru">
        <SandboxMark />
      </span>
      <AccountMenu />
    </BarEnd>
  );
}

function AccountMenu() {
  const { me, knowsAdditions } = useStaffRights();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const headingId = useId();
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const texts = STAFF_FRAME_TEXTS.account;
  const close = () => setAnchor(null);
  return (
    <>
      <AccountButton
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={me === undefined ? texts.anonymous : texts.button(me.username)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PersonIcon size={18} />
        {me !== undefined && <span>{me.username}</span>}
      </AccountButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-labelledby': headingId, lang: 'en' },
        }}
      >
        <Sheet>
          <div>
            <h2 id={headingId}>{me?.username ?? texts.dialog}</h2>
            {me !== undefined && <p>{roleName(me.role)}</p>}
          </div>
          <ColorSchemeSwitch texts={STAFF_FRAME_TEXTS.colorScheme} />
          {knowsAdditions && (
            <SheetLink to={PATHS.staffAccount} onClick={close}>
              {texts.security}
            </SheetLink>
          )}
          <SignOut
            type="button"
            onClick={() => {
              close();
              void dispatch(signOutStaff()).then((outcome) => follow(outcome));
            }}
          >
            {texts.signOut}
          </SignOut>
        </Sheet>
      </Popover>
    </>
  );
}

/** Back in the history when a list opened this screen, so that the list is found as it was left. */
function useGoBack(back: string | undefined): (() => void) | undefined {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  if (back === undefined) return undefined;
  const cameFromList = typeof state === 'object' && state !== null && 'fromList' in state;
  return () => {
    void (cameFromList ? navigate(-1) : navigate(back));
  };
}

function useConsoleKeys(goBack: (() => void) | undefined): void {
  const navigate = useNavigate();
  const back = useRef(goBack);
  useEffect(() => {
    back.current = goBack;
  }, [goBack]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof HTMLElement) || target.closest('[role="dialog"], [role="menu"]')) return;
      const isTyping = target.matches('input, textarea, select, [contenteditable]');
      if (event.key === '/' && !isTyping) {
        event.preventDefault();
        const field = document.querySelector<HTMLInputElement>(`#${MAIN_ID} input[type="search"]`);
        // The next chat is about somebody else: one key from wherever the last one was answered.
        if (field === null) void navigate(PATHS.staffHome);
        field?.focus();
        field?.select();
      } else if (event.key === 'Escape' && document.querySelector('[role="dialog"]') === null) {
        // In a field the first Esc only leaves it: nobody loses a form to a stray key.
        if (isTyping) target.blur();
        else back.current?.();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}

/** By hand: a fragment in the address is the state of a list. */
function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
}

const GUTTER = 'clamp(16px, 2.4vw, 32px)';

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
  padding: `4px ${GUTTER}`,
  backgroundColor: vars.palette.surface.main,
  borderBottom: `1px solid ${vars.palette.surface.line}`,
  [breakpoints.down('md')]: { position: 'static', flexWrap: 'wrap', paddingTop: 8 },
  '@media print': { display: 'none' },
}));

const Home = styled(Link)(({ theme: { vars } }) => ({
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
}));

/** What is drawn over its own place. */
const STACKED = { display: 'grid', '& > *': { gridArea: '1 / 1' } } as const;
const NAV_ROWS = { display: 'flex', flexWrap: 'wrap', alignContent: 'start', gap: 2 } as const;
const NAV_LINK = { padding: '6px 11px', fontWeight: 550 } as const;

const Nav = styled('nav')(({ theme: { vars, breakpoints } }) => ({
  ...STACKED,
  '& a': {
    ...NAV_LINK,
    borderRadius: CONSOLE_RADIUS,
    color: vars.palette.text.secondary,
    textDecoration: 'none',
    '&:hover': { color: vars.palette.text.primary, backgroundColor: vars.palette.surface.raised },
    '&[aria-current="page"]': {
      color: vars.palette.text.primary,
      backgroundColor: `color-mix(in srgb, ${vars.palette.accent.fill} 22%, transparent)`,
    },
  },
  [breakpoints.down('md')]: { order: 3, width: '100%', margin: '0 -11px' },
}));

const NavLinks = styled('div')(NAV_ROWS);

/** In the narrow bar, as high as all the links there are: what is under it stays where it is, whoever signs in. */
const LinksPlace = styled('span')(({ theme: { breakpoints } }) => ({
  ...NAV_ROWS,
  visibility: 'hidden',
  '& > span': NAV_LINK,
  '& > span::before': { content: 'attr(data-label)' },
  [breakpoints.up('md')]: { display: 'none' },
}));

const BarEnd = styled('div')({
  '&[data-settled="false"]': { visibility: 'hidden' },
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  marginLeft: 'auto',
  minWidth: 0,
});

const AccountButton = styled('button')(({ theme: { vars } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 7,
  minHeight: 36,
  minWidth: 36,
  maxWidth: 190,
  padding: '4px 9px',
  border: 0,
  borderRadius: CONSOLE_RADIUS,
  font: 'inherit',
  color: vars.palette.text.primary,
  background: 'none',
  cursor: 'pointer',
  '&:hover, &[aria-expanded="true"]': { backgroundColor: vars.palette.surface.raised },
  '& svg': { flex: 'none' },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

const Sheet = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 12,
  minWidth: 230,
  padding: 16,
  fontSize: '0.875rem',
  '& h2, & p': { margin: 0, overflowWrap: 'anywhere' },
  '& h2': { fontSize: '0.9375rem', fontWeight: 650 },
  '& p': { color: vars.palette.text.secondary },
}));

const sheetAction = {
  padding: '2px 0',
  border: 0,
  font: 'inherit',
  background: 'none',
  color: 'var(--p-palette-link-main)',
  textDecoration: 'underline',
  textUnderlineOffset: '0.22em',
  textDecorationThickness: '1px',
  cursor: 'pointer',
} as const;
const SheetLink = styled(Link)(sheetAction);
const SignOut = styled('button')(sheetAction);

const Main = styled('main')(({ theme: { vars, breakpoints } }) => ({
  ...HIDES_WHAT_WOULD_MOVE,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 16,
  maxWidth: 1440,
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

const TitleLine = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  gap: '8px 10px',
  '& > button': { marginBlock: 2 },
  // A title of one line stands in the middle of the buttons, and a longer one moves neither them nor its beginning.
  '& h1': { flex: '1 1 0', minWidth: 0, paddingBlock: 'calc((36px - 1.3em) / 2)' },
});

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginLeft: 'auto',
});
