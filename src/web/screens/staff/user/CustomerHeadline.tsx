/** Headline of a customer's page, which says whether the VPN works for the customer, and if not, why. */
import { styled } from '@mui/material/styles';
import { serverNow } from '../../../api/serverTime';
import { WarningIcon } from '../../../components/display/icons';
import { panelStyle } from '../../../components/staff/consoleStyles';
import { StatusAbbreviation } from '../../../components/staff/StatusAbbreviation';
import { usePlatform } from '../../../platform/PlatformContext';
import { buildHeadline, type CustomerInput } from '../../../texts/staff/customerHeadline';
import { STAFF_USER_TEXTS } from '../../../texts/staff/user';

export function CustomerHeadline({ user, payments }: Omit<CustomerInput, 'now'>) {
  const now = new Date(serverNow(usePlatform()));
  const [first, ...rest] = buildHeadline({ user, payments, now });
  const remarks = rest.filter(({ isProblem }) => !isProblem);
  const problems = rest.filter(({ isProblem }) => isProblem);
  return (
    <Box aria-label={STAFF_USER_TEXTS.summary}>
      <p>
        {!user.deletedAt && (
          <>
            <StatusAbbreviation status={user.subscription?.status} size="medium" />
            <span> </span>
          </>
        )}
        <strong data-problem={first?.isProblem || undefined}>{first?.text}</strong>
        <span>{` ${remarks.map(({ text }) => text).join(' ')}`}</span>
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ text }) => (
            <li key={text}>
              <WarningIcon size={16} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

const Box = styled('section')(({ theme }) => ({
  ...panelStyle(theme),
  display: 'grid',
  gap: 8,
  padding: '12px 16px',
  lineHeight: 1.55,
  overflowWrap: 'anywhere',
  '& p, & ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& strong': { fontWeight: 650 },
  '& ul': { display: 'grid', gap: 4 },
  '& li': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: 8, fontWeight: 550 },
  '& li > svg': { marginTop: 3 },
  '& li, & [data-problem]': { color: theme.vars.palette.tone.dangerText },
}));
