/** Pages of the console that the navigation and the command palette offer. */
import { hasRight, isStaffRole, rolesWith, STAFF_ROLES, type StaffRight } from '../../../shared/staffRoles';
import { type Path, PATHS } from '../../navigation/paths';
import { STAFF_FRAME_TEXTS } from '../../texts/staff/frame';
import { useStaffRights } from './useStaffRights';

export interface ConsolePage {
  to: Path;
  label: string;
  right: StaffRight;
  /** Whether the page is not in the specification, so that another server may not support it. */
  isOurs?: true;
}

export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { to: PATHS.staffHome, label: STAFF_FRAME_TEXTS.customers, right: 'readCustomers' },
  { to: PATHS.staffGifts, label: STAFF_FRAME_TEXTS.gifts, right: 'readGifts', isOurs: true },
  { to: PATHS.staffPartners, label: STAFF_FRAME_TEXTS.partners, right: 'readCustomers' },
  { to: PATHS.staffPaymentIssues, label: STAFF_FRAME_TEXTS.money, right: 'refund', isOurs: true },
  { to: PATHS.staffAnalytics, label: STAFF_FRAME_TEXTS.numbers, right: 'readAnalytics', isOurs: true },
  { to: PATHS.staffEmails, label: STAFF_FRAME_TEXTS.emails, right: 'helpCustomers', isOurs: true },
  { to: PATHS.staffPushes, label: STAFF_FRAME_TEXTS.pushes, right: 'pushMany', isOurs: true },
  { to: PATHS.staffApps, label: STAFF_FRAME_TEXTS.apps, right: 'manageApps', isOurs: true },
  {
    to: PATHS.staffLinkDomains,
    label: STAFF_FRAME_TEXTS.linkDomains,
    right: 'manageLinkDomains',
    isOurs: true,
  },
  { to: PATHS.staffTeam, label: STAFF_FRAME_TEXTS.team, right: 'manageTeam', isOurs: true },
  { to: PATHS.staffAudit, label: STAFF_FRAME_TEXTS.audit, right: 'readAudit', isOurs: true },
];

/** Page that the account menu links to. */
export const ACCOUNT_PAGE: ConsolePage = {
  to: PATHS.staffAccount,
  label: STAFF_FRAME_TEXTS.account.security,
  right: 'ownAccount',
  isOurs: true,
};

/** Page for which the navigation has no space. The account menu links to it. */
export const NOTICE_PAGE: ConsolePage = {
  to: PATHS.staffNotice,
  label: STAFF_FRAME_TEXTS.account.notice,
  right: 'manageNotice',
  isOurs: true,
};

/** Returns whether a page is offered. For an unknown role, only pages that every role may open are offered. */
const mayBeShown = (role: string | undefined, right: StaffRight): boolean =>
  isStaffRole(role) ? hasRight(role, right) : rolesWith(right).length === STAFF_ROLES.length;

/** Returns a function that keeps the pages that the agent may open on this server. */
export function useAllowedPages(): (pages: readonly ConsolePage[]) => ConsolePage[] {
  const { me, knowsAdditions } = useStaffRights();
  return (pages) =>
    pages.filter(({ right, isOurs = false }) => mayBeShown(me?.role, right) && (knowsAdditions || !isOurs));
}
