/** Navigation links of the console header. The navigation shows only sections that the agent's role may open. */
import { styled } from '@mui/material/styles';
import { NavLink } from 'react-router-dom';
import { hasRight, isStaffRole, rolesWith, STAFF_ROLES, type StaffRight } from '../../../shared/staffRoles';
import { useCountPaymentIssuesQuery } from '../../api/endpoints/staffPaymentIssues';
import { type Path, PATHS } from '../../navigation/paths';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { CONSOLE_RADIUS } from './consoleStyles';
import { useStaffRights } from './useStaffRights';

/**
 * Navigation links of the staff console. `isOurs` marks sections that are not in the specification, so another server
 * may not support these sections.
 */
const LINKS: readonly { to: Path; label: string; right: StaffRight; exact?: true; isOurs?: true }[] = [
  { to: PATHS.staffHome, label: STAFF_FRAME_TEXTS.customers, right: 'readCustomers', exact: true },
  { to: PATHS.staffGifts, label: STAFF_FRAME_TEXTS.gifts, right: 'readGifts', isOurs: true },
  { to: PATHS.staffPartners, label: STAFF_FRAME_TEXTS.partners, right: 'readCustomers' },
  { to: PATHS.staffPaymentIssues, label: STAFF_FRAME_TEXTS.money, right: 'refund', isOurs: true },
  { to: PATHS.staffAnalytics, label: STAFF_FRAME_TEXTS.numbers, right: 'readAnalytics', isOurs: true },
  { to: PATHS.staffEmails, label: STAFF_FRAME_TEXTS.emails, right: 'helpCustomers', isOurs: true },
  { to: PATHS.staffPushes, label: STAFF_FRAME_TEXTS.pushes, right: 'pushMany', isOurs: true },
  { to: PATHS.staffTeam, label: STAFF_FRAME_TEXTS.team, right: 'manageTeam', isOurs: true },
  { to: PATHS.staffAudit, label: STAFF_FRAME_TEXTS.audit, right: 'readAudit', isOurs: true },
];

/** Returns whether a navigation link is shown. For an unknown role, only links that every role may open are shown. */
const mayBeShown = (role: string | undefined, right: StaffRight): boolean =>
  isStaffRole(role) ? hasRight(role, right) : rolesWith(right).length === STAFF_ROLES.length;

/**
 * Shows all navigation links at the same time when the agent's role is known, because links that appear later would
 * shift the existing links.
 */
export function StaffNavigation() {
  const { me, knowsAdditions, isSettled } = useStaffRights();
  const seesPaymentIssues = hasRight(me?.role, 'refund');
  const { data: money, error } = useCountPaymentIssuesQuery({}, { skip: !seesPaymentIssues });
  const isWhole = isSettled && (!seesPaymentIssues || money !== undefined || error !== undefined);
  const links = LINKS.filter(
    ({ right, isOurs = false }) => mayBeShown(me?.role, right) && (knowsAdditions || !isOurs),
  );
  const labelOf = (to: Path, label: string) =>
    to === PATHS.staffPaymentIssues ? STAFF_FRAME_TEXTS.openMoney(money?.open) : label;
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

/** The navigation links and their placeholder overlap in one grid cell. */
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

/**
 * Placeholder of the navigation links in the narrow header. The placeholder is as high as all navigation links
 * together, so that the content below does not shift for any role.
 */
const LinksPlace = styled('span')(({ theme: { breakpoints } }) => ({
  ...NAV_ROWS,
  visibility: 'hidden',
  '& > span': NAV_LINK,
  '& > span::before': { content: 'attr(data-label)' },
  [breakpoints.up('md')]: { display: 'none' },
}));
