/**
 * Notice in a dialog that the data it was opened with has changed. The notice lists the changes. The form must not be
 * sent until the agent accepts the present state.
 */
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { SmallButton } from './ConsoleButton';
import { CONSOLE_RADIUS } from './consoleStyles';

interface StaleNoticeProps {
  /** Changes since the dialog was opened, such as «Status: Active → Canceled». */
  changes: readonly string[];
  /** Callback that makes the dialog show the present state, or null if the dialog can only be closed. */
  onAccept: (() => void) | null;
}

export function StaleNotice({ changes, onAccept }: StaleNoticeProps) {
  const region = useRef<HTMLDivElement>(null);
  const accept = () => {
    // The button is removed, so the focus moves to its place. Otherwise Escape would no longer close the dialog.
    region.current?.focus();
    onAccept?.();
  };
  return (
    <Announced ref={region} tabIndex={-1} aria-live="assertive">
      {changes.length > 0 && (
        <Notice>
          <strong>{DIALOG_TEXTS.changed}</strong>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          {onAccept !== null && <SmallButton onClick={accept}>{DIALOG_TEXTS.showCurrent}</SmallButton>}
        </Notice>
      )}
    </Announced>
  );
}

/** Live region that takes no space while there are no changes. */
const Announced = styled('div')({ outline: 'none', '&:empty': { position: 'absolute' } });

const Notice = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 8,
  padding: '10px 14px',
  borderRadius: CONSOLE_RADIUS,
  fontSize: '0.8125rem',
  color: vars.palette.tone.warningText,
  backgroundColor: vars.palette.tone.warningGround,
  '& ul': { display: 'grid', gap: 2, margin: 0, paddingLeft: 18, overflowWrap: 'anywhere' },
}));
