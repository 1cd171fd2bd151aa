/**
 * Wraps the sections of an account screen. The component shows a skeleton while the account is fetched for the first
 * time, and an error notice if the account could not be fetched.
 */
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { PROFILE_TEXTS } from '../../texts/profile';
import { TextLink } from '../controls/TextLink';
import { AccountSkeleton } from '../display/Skeletons';
import { CallFailure } from '../failures/CallFailure';
import { Stack } from '../layout/Stack';
import type { AccountQuery } from './useAccount';

interface AccountPanelProps {
  query: AccountQuery;
  children: Elements;
}

export function AccountPanel({ query, children }: AccountPanelProps) {
  const { brand } = usePlatform().configuration;
  if (query.isChecking) return <AccountSkeleton label={PROFILE_TEXTS.loading} />;
  return (
    <Stack gap={32}>
      {query.hasFailed && (
        <CallFailure
          title={PROFILE_TEXTS.loadFailed.title}
          error={query.error}
          reason={query.reason}
          next={PROFILE_TEXTS.loadFailed.next}
          onRetry={query.retry}
        >
          <TextLink href={brand.supportBotUrl}>{COMMON_TEXTS.support}</TextLink>
        </CallFailure>
      )}
      {children}
    </Stack>
  );
}
