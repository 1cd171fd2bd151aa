/** Button that copies a device link. */
import { useCopy } from '../../hooks/useCopy';
import { CONNECT_TEXTS } from '../../texts/connect';
import { SecondaryButton } from '../controls/SecondaryButton';
import { CopyIcon } from '../display/icons';

export function CopyLink({ url }: { url: string }) {
  const copy = useCopy();
  const { copy: label, copied, copyFailed } = CONNECT_TEXTS;
  return (
    <SecondaryButton
      size="medium"
      startIcon={<CopyIcon size={20} />}
      onClick={() => void copy(url, copied, `${copyFailed}${url}`)}
    >
      {label}
    </SecondaryButton>
  );
}
