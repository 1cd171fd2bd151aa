/** Badge that is shown on every page in sandbox mode and links to the sandbox page. */
import { styled } from '@mui/material/styles';
import { SANDBOX_PAGE } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { translucent } from '../../theme/translucent';

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
  color: vars.palette.text.primary,
  // The badge is semi-transparent, so that it is readable on the night sky and on the header of the staff console.
  backgroundColor: translucent(vars.palette.background.default, 66, vars.palette.background.default),
  border: `1px dashed ${vars.palette.surface.control}`,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { backgroundColor: vars.palette.background.default, borderColor: vars.palette.link.main },
}));
