/** Navigation links of the console header. The navigation shows only sections that the agent's role may open. */
import { styled } from '@mui/material/styles';
import { NavLink } from 'react-router-dom';
import { hasRight } from '../../../shared/staffRoles';
import { useCountPaymentIssuesQuery } from '../../api/endpoints/staffPaymentIssues';
import { type Path, PATHS } from '../../navigation/paths';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { translucent } from '../../theme/translucent';
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
  const chooseLabel = (to: Path, label: string) =>
    to === PATHS.staffPaymentIssues ? STAFF_FRAME_TEXTS.openMoney(money?.open) : label;
  return (
    <Nav aria-label={STAFF_FRAME_TEXTS.navigation}>
      {isWhole && (
        // A browser does not scroll to a focused link that is partly visible.
        <NavLinks ref={showCurrent} onKeyUp={({ currentTarget }) => scrollTo(currentTarget, ':focus')}>
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === PATHS.staffHome}>
              {chooseLabel(to, label)}
            </NavLink>
          ))}
        </NavLinks>
      )}
    </Nav>
  );
}

/** Width of the link that stays visible before the current or focused link, in px. */
const BEFORE = 40;

/**
 * Scrolls the narrow navigation to a link. `scrollIntoView` would also scroll the page, whose scroll position was restored.
 */
function scrollTo(links: HTMLElement | null, selector: string): void {
  const link = links?.querySelector<HTMLElement>(selector);
  if (link && links?.parentElement)
    links.parentElement.scrollLeft = link.offsetLeft - links.offsetLeft - BEFORE;
}

const showCurrent = (links: HTMLElement | null): void => scrollTo(links, '[aria-current]');

const NAV_LINK_BLOCK = 6;
/** Width of the window in px below which the navigation is set smaller, so that it fits on one row from 1000 px on. */
const SMALL_BELOW = 1300;

/** One row, which scrolls horizontally if the window is too narrow. Below 900 px it reaches to the edges of the window. */
const Nav = styled('nav')(({ theme: { vars, breakpoints } }) => ({
  display: 'grid',
  minWidth: 0,
  overflow: 'auto hidden',
  whiteSpace: 'nowrap',
  '& > *, &::before': { gridArea: '1 / 1' },
  // Reserves the height of a row, so that the content below does not shift when the links appear.
  '&::before': { content: '"\\200b"', paddingBlock: NAV_LINK_BLOCK },
  '& a': {
    padding: `${String(NAV_LINK_BLOCK)}px 11px`,
    borderRadius: CONSOLE_RADIUS,
    fontWeight: 550,
    color: vars.palette.text.secondary,
    textDecoration: 'none',
    '&:hover': { color: vars.palette.text.primary, backgroundColor: vars.palette.surface.raised },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-current="page"]': {
      color: vars.palette.text.primary,
      backgroundColor: translucent(vars.palette.accent.fill, 22, vars.palette.surface.raised),
    },
  },
  [breakpoints.between('md', SMALL_BELOW)]: { fontSize: '0.8125rem', '& a': { paddingInline: 5 } },
  [breakpoints.down('md')]: {
    order: 3,
    boxSizing: 'border-box',
    width: 'calc(100% + 32px)',
    margin: '0 -16px',
    padding: '0 5px',
    // The scrollbar of a mouse takes its space before the links appear, too.
    overflowX: 'scroll',
  },
}));

const NavLinks = styled('div')({ display: 'flex', gap: 2, width: 'max-content' });
