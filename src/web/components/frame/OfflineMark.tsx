/** Offline notice that stays at the bottom of every screen while the browser has no network connection. */
import { styled } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { RADIUS } from '../../../shared/designTokens';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { WarningIcon } from '../display/icons';

interface OfflineMarkProps {
  /** Texts of the offline notice. Defaults to the texts of the customer screens. */
  texts?: { title: string; text: string };
}

export function OfflineMark({ texts = COMMON_TEXTS.offline }: OfflineMarkProps) {
  const { connection } = usePlatform();
  const isOnline = useSyncExternalStore(connection.onChange, connection.isOnline, () => true);
  return (
    // The live region is always in the document, so that screen readers announce when the network connection is lost.
    <Place aria-live="polite">
      {!isOnline && (
        <p>
          <WarningIcon size={20} />
          <span>
            <strong>{`${texts.title}. `}</strong>
            <span>{texts.text}</span>
          </span>
        </p>
      )}
    </Place>
  );
}

const Place = styled('div')(({ theme: { vars, typography } }) => ({
  // Keeps the offline notice visible while a skeleton above it hides all other content that follows.
  '&&&&': { visibility: 'visible' },
  position: 'sticky',
  bottom: 'calc(12px + var(--notice, 0px) + env(safe-area-inset-bottom))',
  zIndex: 2,
  '& > p': {
    ...typography.body2,
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    margin: '24px 0 0',
    padding: '11px 16px',
    borderRadius: RADIUS.control,
    color: vars.palette.tone.warningText,
    backgroundColor: vars.palette.tone.warningGround,
    boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}, 0 10px 30px -12px rgba(4, 8, 24, 0.4)`,
  },
  '& svg': { flex: 'none' },
}));
