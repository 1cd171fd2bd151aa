/**
 * Notice on the sign-in screen after a failed token refresh that did not end the session, with a link that tries again.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { SecondaryButton } from '../../../components/controls/SecondaryButton';
import { useAppSelector } from '../../../hooks/storeHooks';
import { selectIsStaff } from '../../../identity/selectors';
import { PATHS } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { removeTabValue } from '../../../tabStorage/tabStorage';
import { RETRY_REFRESH_TEXTS } from '../../../texts/staff/search';

export function RetryRefresh() {
  const isStaff = useAppSelector(selectIsStaff);
  // A sign-in on this screen also stores tokens, but only those that were there before could not be refreshed.
  const [wasStaff] = useState(isStaff);
  // When staff retry manually, the counter of token refreshes is reset.
  const { sessionStorage } = usePlatform();
  if (!wasStaff || !isStaff) return null;
  return (
    <Notice role="status">
      <h2>{RETRY_REFRESH_TEXTS.title}</h2>
      <p>{RETRY_REFRESH_TEXTS.text}</p>
      <SecondaryButton
        size="small"
        to={PATHS.staffRefresh}
        onClick={() => removeTabValue(sessionStorage, 'staffRefreshes')}
      >
        {RETRY_REFRESH_TEXTS.retry}
      </SecondaryButton>
    </Notice>
  );
}

const Notice = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 8,
  marginBottom: 20,
  padding: 16,
  borderRadius: 10,
  fontSize: '0.875rem',
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '& h2, & p': { margin: 0 },
  '& h2': { fontSize: '0.9375rem', fontWeight: 650 },
  '& p': { color: vars.palette.text.secondary },
}));
