/** Button «Manage subscription», which must be held for 2 s, with a hint below it. */
import { useId } from 'react';
import { HOLD_TEXTS } from '../../texts/hold';
import { PROFILE_TEXTS } from '../../texts/profile';
import { HoldButton } from '../controls/HoldButton';
import { Note } from '../display/Heading';
import { Stack } from '../layout/Stack';

export function ManageSubscription({ onHold }: { onHold: () => void }) {
  const hintId = useId();
  return (
    <Stack gap={10}>
      <HoldButton question={PROFILE_TEXTS.manageQuestion} describedBy={hintId} onHold={onHold}>
        {PROFILE_TEXTS.manageSubscription}
      </HoldButton>
      <Note id={hintId}>{HOLD_TEXTS.hint}</Note>
    </Stack>
  );
}
