/** Navigation links of the console header. The navigation shows only sections that the agent's role may open. */
import { styled } from '@mui/material/styles';
import { NavLink } from 'react-router-dom';
import { hasRight } from '../../../shared/staffRoles';
import { useCountPaymentIssuesQuery } from '../../api/endpoints/staffPaymentIssues';
import { type Path, PATHS } from '../../navigation/paths';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { CONSOLE_PAGES, useAllowedPages } from './consolePages';
import { CONSOLE_RADIUS } from './consoleStyles';
import { useStaffRights } from './useStaffRights';

/**
 * Shows all navigation links at the same time when the agent's role is known, because links that appear later would
 * shift the existing links.
 */
export function StaffNavigation() {
  const { me, isSettled } = useStaffRights();
  const seesPaymentIssues = hasRight(me?.role, 'refund');
  const { data: money, error } = useCountPaymentIssuesQuery({}, { skip: !seesPaymentIssues });
  const isWhole = isSettled && (!seesPaymentIssues || money !== undefined || error !== undefined);
  const links = useAllowedPages()(CONSOLE_PAGES);
  const labelOf = (to: Path, label: string) =>
    to === PATHS.staffPaymentIssues ? STAFF_FRAME_TEXTS.openMoney(money?.open) : label;
  return (
    <Nav aria-label={STAFF_FRAME_TEXTS.navigation}>
      {isWhole && (
        <NavLinks>
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === PATHS.staffHome}>
              {labelOf(to, label)}
            </NavLink>
          ))}
        </NavLinks>
      )}
      <LinksPlace aria-hidden="true">
        {CONSOLE_PAGES.map(({ to, label }) => (
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
/** Width of the window in px below which the navigation is set smaller, so that it fits on one row from 1000 px on. */
const SMALL_BELOW = 1300;

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
  [breakpoints.between('md', SMALL_BELOW)]: { fontSize: '0.8125rem', '& a': { paddingInline: 7 } },
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
