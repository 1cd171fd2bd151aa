/** Card with the duration and the content of the gift. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { Card } from '../../components/display/Card';
import { GIFT_TEXTS } from '../../texts/gift';
import { giftDuration } from '../../texts/giftDuration';

/** `months` is null while the gift is being checked. */
export function GiftCard({ months }: { months: number | null }) {
  return (
    <Given gap={8}>
      <p>{GIFT_TEXTS.label}</p>
      <strong>{months === null ? <Duration variant="text" /> : giftDuration(months)}</strong>
      <p>{GIFT_TEXTS.lead}</p>
    </Given>
  );
}

const Duration = styled(Skeleton)({ width: '52%', transform: 'none' });

const Given = styled(Card)(({ theme: { vars, typography } }) => ({
  '& p': { ...typography.body1, margin: 0, color: vars.palette.text.secondary },
  '& strong': {
    // Keeps the duration on one line in a narrow window with enlarged text.
    fontSize: 'min(clamp(2.25rem, 1.9rem + 1.6vw, 2.75rem), 17vw)',
    fontWeight: 730,
    letterSpacing: '-0.028em',
    lineHeight: 1.06,
    color: vars.palette.text.primary,
    textWrap: 'balance',
  },
}));
