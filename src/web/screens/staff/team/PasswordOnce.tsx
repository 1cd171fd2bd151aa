/** Shows a generated password once, so that the admin can pass the password on to the staff member. */
import { styled } from '@mui/material/styles';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { ConsoleDialog } from '../../../components/staff/ConsoleDialog';
import { useCopy } from '../../../hooks/useCopy';
import { STAFF_TEAM_TEXTS } from '../../../texts/staff/team';

interface PasswordOnceProps {
  username: string;
  password: string;
  onClose: () => void;
}

export function PasswordOnce({ username, password, onClose }: PasswordOnceProps) {
  const copy = useCopy();
  return (
    <ConsoleDialog title={STAFF_TEAM_TEXTS.onceTitle} onClose={onClose} closeButton>
      <p>{STAFF_TEAM_TEXTS.onceLead(username)}</p>
      <Line>
        <code>{password}</code>
        <SmallButton
          onClick={() => void copy(password, STAFF_TEAM_TEXTS.copied, STAFF_TEAM_TEXTS.copyFailed)}
        >
          {STAFF_TEAM_TEXTS.copy}
        </SmallButton>
      </Line>
    </ConsoleDialog>
  );
}

const Line = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  '& code': {
    flex: '1 1 auto',
    padding: '8px 12px',
    border: `1px solid ${vars.palette.surface.line}`,
    borderRadius: 8,
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '0.9375rem',
    overflowWrap: 'anywhere',
  },
}));
