/** The quiet sign of sandbox mode, on every page; it leads to the sandbox's own page. */
import { styled } from '@mui/material/styles';
import { usePlatform } from '../app/PlatformContext';
import { SANDBOX_PAGE } from '../routes/paths';
import { COMMON_TEXTS } from '../texts/common';

export function SandboxMark() {
  if (usePlatform().configuration.mode !== 'sandbox') return null;
  return (
    <MarkLink href={SANDBOX_PAGE} title={COMMON_TEXTS.sandboxMarkHint}>
      {COMMON_TEXTS.sandboxMark}
    </MarkLink>
  );
}

const MarkLink = styled('a')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  padding: '3px 11px',
  borderRadius: 999,
  color: vars.palette.night.text,
  backgroundColor: 'rgba(9, 14, 34, 0.62)',
  border: '1px dashed rgba(185, 198, 255, 0.42)',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { backgroundColor: 'rgba(9, 14, 34, 0.85)', borderColor: vars.palette.night.link },
}));
