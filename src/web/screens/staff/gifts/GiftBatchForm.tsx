/**
 * Form that creates a batch of gifts. If the response of the last request was lost, the form offers to send the request
 * again.
 */
import { styled } from '@mui/material/styles';
import { GIFT_BATCH_NAME_MAX, GIFT_BATCH_SIZE_MAX } from '../../../../shared/constants';
import { staffGiftsCalls } from '../../../../shared/contract/staffGifts';
import { staffGiftsApi } from '../../../api/endpoints/staffGifts';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { Stack } from '../../../components/layout/Stack';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { FormError } from '../../../components/staff/FormError';
import { monthsError, MonthsField } from '../../../components/staff/MonthsField';
import { typedDigits } from '../../../components/staff/typedNumbers';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { GIFTS_TEXTS } from '../../../texts/staff/gifts';
import type { MadeBatch } from './GiftBatchResult';

const TEXTS = GIFTS_TEXTS.batch;

export function GiftBatchForm({ onMade }: { onMade: (batch: MadeBatch) => void }) {
  const dispatch = useAppDispatch();
  const form = useStaffForm({
    draft: 'giftBatch',
    subject: TEXTS.subject,
    fields: { name: '', months: '1', size: '10' },
    body: staffGiftsCalls.createGiftBatch.body,
    hasRequestKey: true,
    read: ({ name, months, size }) => ({ name, months: Number(months), size: Number(size) }),
    problems: { name: TEXTS.nameMissing, size: TEXTS.sizeRejected(GIFT_BATCH_SIZE_MAX) },
    check: ({ months }) => ({ months: monthsError(Number(months)) }),
    // The request uses `track: false`, because the Redux store must not contain gift keys.
    send: (batch) => dispatch(staffGiftsApi.endpoints.createGiftBatch.initiate(batch, { track: false })),
    afterwards: { name: '' },
    onDone: ({ batchId, keys }, { name, months }) => onMade({ id: batchId, name, months, keys }),
  });
  const { unsettled } = form;
  // After a lost response a separate notice replaces the error message.
  const isFailed = form.failure !== null && !form.isUnconfirmed;
  return (
    <Stack gap={12}>
      {unsettled !== null && (
        <Lost role="alert">
          <strong>{GIFTS_TEXTS.lost.title(unsettled.name)}</strong>
          <span>{GIFTS_TEXTS.lost.text}</span>
          <Buttons>
            <PrimaryButton size="small" fullWidth={false} onClick={() => form.repeat(unsettled)}>
              {GIFTS_TEXTS.lost.again}
            </PrimaryButton>
            <SmallButton onClick={form.forget}>{GIFTS_TEXTS.lost.forget}</SmallButton>
          </Buttons>
        </Lost>
      )}
      <Form {...form.props}>
        <CompactField
          {...form.field('name')}
          label={TEXTS.name}
          autoComplete="off"
          maxLength={GIFT_BATCH_NAME_MAX}
          required
          hint={TEXTS.nameHint}
        />
        <MonthsField {...form.field('months', typedDigits)} />
        <CompactField
          {...form.field('size', typedDigits)}
          label={TEXTS.size}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          required
        />
        <PrimaryButton type="submit" fullWidth={false} loading={form.isSending} loadingLabel={TEXTS.creating}>
          {TEXTS.create}
        </PrimaryButton>
      </Form>
      <FormError title={isFailed ? TEXTS.failed : null}>{isFailed && form.failure}</FormError>
    </Stack>
  );
}

const Form = styled('form')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: 12,
  '& > button': { marginTop: 25 },
  [breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    '& > :first-of-type': { gridColumn: '1 / -1' },
    '&& > button.MuiButton-root.MuiButtonBase-root': {
      gridColumn: '1 / -1',
      marginTop: 0,
      justifySelf: 'start',
    },
  },
}));

const Lost = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 6,
  padding: '12px 14px',
  borderRadius: CONSOLE_RADIUS + 2,
  color: vars.palette.tone.warningText,
  backgroundColor: vars.palette.tone.warningGround,
  '& strong': { fontWeight: 650, overflowWrap: 'anywhere' },
}));

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 4 });
