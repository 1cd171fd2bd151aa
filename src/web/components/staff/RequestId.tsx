/** Button that shows a request id as long as a support code and copies the full id. */
import { styled } from '@mui/material/styles';
import { SUPPORT_CODE_LENGTH } from '../../../shared/constants';
import { useCopy } from '../../hooks/useCopy';
import { REQUEST_ID_TEXTS } from '../../texts/staff/frame';

export function RequestId({ id }: { id: string }) {
  const copy = useCopy();
  return (
    <Short
      type="button"
      title={id}
      aria-label={REQUEST_ID_TEXTS.copy(id)}
      onClick={() => void copy(id, REQUEST_ID_TEXTS.copied, REQUEST_ID_TEXTS.copyFailed)}
    >
      {id.slice(0, SUPPORT_CODE_LENGTH)}
    </Short>
  );
}

const Short = styled('button')(({ theme: { vars } }) => ({
  minHeight: 24,
  padding: '1px 6px',
  border: 0,
  borderRadius: 5,
  font: '0.75rem ui-monospace, monospace',
  color: vars.palette.text.secondary,
  background: 'none',
  cursor: 'copy',
  '&:hover': { color: vars.palette.text.primary, backgroundColor: vars.palette.surface.raised },
}));
