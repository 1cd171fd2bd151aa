/** Button that shows the first 8 characters of a request id and copies the full id. */
import { styled } from '@mui/material/styles';
import { useCopy } from '../../hooks/useCopy';
import { REQUEST_ID_TEXTS } from '../../texts/staff/frame';

/** Number of shown characters of a request id, which are enough to distinguish the requests on one screen. */
const SHOWN = 8;

export function RequestId({ id }: { id: string }) {
  const copy = useCopy();
  return (
    <Short
      type="button"
      title={id}
      aria-label={REQUEST_ID_TEXTS.copy(id)}
      onClick={() => void copy(id, REQUEST_ID_TEXTS.copied, REQUEST_ID_TEXTS.copyFailed)}
    >
      {id.slice(0, SHOWN)}
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
