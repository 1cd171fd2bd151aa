/** Chip with the state of a gift as text and colour. */
import type { GiftState } from '../../../shared/contract/staffGifts';
import { GIFTS_TEXTS } from '../../texts/staff/gifts';
import { StatusChip, type Tone } from '../display/StatusChip';

const TONES: Readonly<Record<GiftState, Tone>> = {
  new: 'neutral',
  activated: 'success',
  revoked: 'danger',
};

export function GiftStateChip({ state }: { state: GiftState }) {
  return (
    <StatusChip tone={TONES[state]} size="small">
      {GIFTS_TEXTS.states[state]}
    </StatusChip>
  );
}
