/** «Manage the subscription»: held for 2 s, with the hint under it. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { HOLD_TEXTS } from '../../texts/hold';
import { PROFILE_TEXTS } from '../../texts/profile';
import { HoldButton } from '../controls/HoldButton';
import { Note } from '../display/Heading';

export function ManageSubscription({ onHold }: { onHold: () => void }) {
  const hintId = useId();
  return (
    <div>
      <HoldButton question={PROFILE_TEXTS.manageQuestion} describedBy={hintId} onHold={onHold}>
        {PROFILE_TEXTS.manageSubscription}
      </HoldButton>
      <Hint>
        <Note id={hintId}>{HOLD_TEXTS.hint}</Note>
      </Hint>
    </div>
  );
}

const Hint = styled('div')({ marginTop: 10 });
