/**
 * Error in place of the connection steps if the VPN apps cannot be loaded. No other list is shown instead, because its store
 * links may be dead. The device link still works in an app that is already installed.
 */
import { CONNECT_TEXTS } from '../../texts/connect';
import { ErrorNotice } from '../controls/ErrorNotice';
import { adviceInWords } from '../failures/CallFailure';
import { CopyLink } from './CopyLink';
import type { VpnAppsQuery } from './useVpnApps';

export function NoApps({ query: { failure, retry }, url }: { query: VpnAppsQuery; url: string }) {
  const { title, text } = CONNECT_TEXTS.appsFailed;
  return (
    <ErrorNotice title={title} text={adviceInWords(text, failure)} onRetry={retry}>
      <CopyLink url={url} />
    </ErrorNotice>
  );
}
