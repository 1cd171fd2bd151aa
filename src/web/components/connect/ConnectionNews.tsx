/** Shows whether the VPN app has already used the device link. A live region announces changes. */
import { styled } from '@mui/material/styles';
import { RADIUS } from '../../../shared/designTokens';
import { CONNECT_TEXTS } from '../../texts/connect';
import { DEVICES_TEXTS } from '../../texts/devices';
import { LoadingDots } from '../controls/LoadingDots';
import type { ConnectLinkNews } from './useConnectLinkNews';

export function ConnectionNews({ news }: { news: ConnectLinkNews }) {
  return (
    <Line role="status">
      <LoadingDots />
      <p>
        {news.state === 'preparing'
          ? (news.isRejected ? CONNECT_TEXTS.rejected : CONNECT_TEXTS.preparing)(
              news.deviceName || DEVICES_TEXTS.nameless,
            )
          : CONNECT_TEXTS.waiting}
      </p>
    </Line>
  );
}

const Line = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 14,
  width: '100%',
  padding: '12px 16px',
  borderRadius: RADIUS.control,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '& > span': { color: vars.palette.accent.text },
  '& > p': { margin: 0, color: vars.palette.text.secondary, textWrap: 'pretty' },
}));
