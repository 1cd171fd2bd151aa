/** Makes a batch of gifts; offers to ask again for one whose answer was lost. */
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import { GIFT_BATCH_NAME_MAX, GIFT_BATCH_SIZE_MAX } from '../../../../shared/constants';
import { parseMonthsInput } from '../../../../shared/validation';
import { isUnconfirmed } from '../../../api/callError';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { FormError } from '../../../components/staff/FormError';
import { monthsError, MonthsField } from '../../../components/staff/MonthsField';
import { useDraft } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { makeGiftBatch, newGiftBatchRequest } from '../../../flows/staff/makeGiftBatch';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { usePlatform } from '../../../platform/PlatformContext';
import { type GiftBatchRequest, readTabValue, removeTabValue } from '../../../tabStorage/tabStorage';
import { GIFTS_TEXTS } from '../../../texts/staff/gifts';
import type { MadeBatch } from './GiftBatchResult';

const TEXTS = GIFTS_TEXTS.batch;
const DEFAULT_SIZE = 10;

interface Problems {
  name: string | null;
  months: string | null;
  size: string | null;
}

const NO_PROBLEMS: Problems = { name: null, months: null, size: null };

export function GiftBatchForm({ onMade }: { onMade: (batch: MadeBatch) => void }) {
  const { sessionStorage } = usePlatform();
  const dispatch = useAppDispatch();
  const { send, isSending } = useStaffChange(TEXTS.subject);
  const [unanswered, setUnanswered] = useState(() => readTabValue(sessionStorage, 'giftBatch'));
  const draft = useDraft('giftBatch');
  const [name, setName] = useState(draft.typed['batchName'] ?? '');
  const [months, setMonths] = useState(() => parseMonthsInput(draft.typed['months'] ?? '1'));
  const [size, setSize] = useState(() => parseMonthsInput(draft.typed['batchSize'] ?? String(DEFAULT_SIZE)));
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [failure, setFailure] = useState<string | null>(null);

  const make = async (request: GiftBatchRequest) => {
    if (isSending) return;
    setFailure(null);
    await send(
      () => dispatch(makeGiftBatch(request)),
      ({ batchId, keys }) => {
        setName('');
        draft.drop();
        onMade({ id: batchId, name: request.name, months: request.months, keys });
      },
      {
        requestKey: request.requestKey,
        onFailed: (error) => {
          // The notice about the lost response says more.
          if (!isUnconfirmed(error)) setFailure(error.reason ?? error.message);
        },
      },
    );
    setUnanswered(readTabValue(sessionStorage, 'giftBatch'));
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found: Problems = {
      name: name.trim() === '' ? TEXTS.nameMissing : null,
      months: monthsError(months),
      size: size >= 1 && size <= GIFT_BATCH_SIZE_MAX ? null : TEXTS.sizeRejected(GIFT_BATCH_SIZE_MAX),
    };
    setProblems(found);
    if (Object.values(found).some((problem) => problem !== null)) return;
    void make(newGiftBatchRequest({ name: name.trim(), months, size }));
  };

  return (
    <Parts>
      {unanswered !== null && !isSending && (
        <Lost role="alert">
          <strong>{GIFTS_TEXTS.lost.title(unanswered.name)}</strong>
          <span>{GIFTS_TEXTS.lost.text}</span>
          <Buttons>
            <PrimaryButton size="small" fullWidth={false} onClick={() => void make(unanswered)}>
              {GIFTS_TEXTS.lost.again}
            </PrimaryButton>
            <SmallButton
              onClick={() => {
                removeTabValue(sessionStorage, 'giftBatch');
                setUnanswered(null);
              }}
            >
              {GIFTS_TEXTS.lost.forget}
            </SmallButton>
          </Buttons>
        </Lost>
      )}
      <Form onInput={draft.onInput} onSubmit={submit} noValidate>
        <CompactField
          label={TEXTS.name}
          name="batchName"
          autoComplete="off"
          maxLength={GIFT_BATCH_NAME_MAX}
          required
          value={name}
          error={problems.name}
          hint={TEXTS.nameHint}
          onChange={(event) => {
            setName(event.target.value);
            setProblems({ ...problems, name: null });
          }}
        />
        <MonthsField
          months={months}
          error={problems.months}
          onMonths={(next) => {
            setMonths(next);
            setProblems({ ...problems, months: null });
          }}
        />
        <CompactField
          label={TEXTS.size}
          name="batchSize"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          required
          value={String(size)}
          error={problems.size}
          onChange={(event) => {
            setSize(parseMonthsInput(event.target.value));
            setProblems({ ...problems, size: null });
          }}
        />
        <PrimaryButton type="submit" fullWidth={false} loading={isSending} loadingLabel={TEXTS.creating}>
          {TEXTS.create}
        </PrimaryButton>
      </Form>
      <FormError title={failure === null ? null : TEXTS.failed}>{failure}</FormError>
    </Parts>
  );
}

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 });

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
