/**
 * Account menu at the right end of the console header. The button shows the agent's username. The menu contains the
 * color scheme switch, the account link and the sign-out button.
 */
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { signOutStaff } from '../../flows/staff/staffSession';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useFollow } from '../../navigation/useFollow';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { roleName } from '../../texts/staff/roles';
import { ColorSchemeSwitch } from '../frame/ColorSchemeSwitch';
import { SandboxMark } from '../frame/SandboxMark';
import { PersonIcon } from './consoleIcons';
import { ACCOUNT_PAGE, NOTICE_PAGE, useAllowedPages } from './consolePages';
import { CONSOLE_RADIUS } from './consoleStyles';
import { useStaffRights } from './useStaffRights';

/**
 * Renders the account menu, which is hidden until the username is known, so that the elements beside the menu do not
 * shift.
 */
export function AccountMenu() {
  const { isSettled } = useStaffRights();
  return (
    <BarEnd data-settled={isSettled}>
      <span lang="ru">
        <SandboxMark />
      </span>
      <Menu />
    </BarEnd>
  );
}

function Menu() {
  const { me } = useStaffRights();
  const pages = useAllowedPages()([ACCOUNT_PAGE, NOTICE_PAGE]);
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
          {pages.map(({ to, label }) => (
            <SheetLink key={to} to={to} onClick={close}>
              {label}
            </SheetLink>
          ))}
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

const BarEnd = styled('div')({
  '&[data-settled="false"]': { visibility: 'hidden' },
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
});

const AccountButton = styled('button')(({ theme: { vars, breakpoints } }) => ({
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
  [breakpoints.down('sm')]: { '& span': { display: 'none' } },
  [breakpoints.between('md', 'lg')]: { '& span': { display: 'none' } },
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
