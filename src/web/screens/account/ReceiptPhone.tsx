/** Section of /account, loaded if receipts contain a phone number. The customer stores, changes or removes the number. */
import { useRef, useState } from 'react';
import { toCallError } from '../../api/callError';
import { useSetPhoneMutation } from '../../api/endpoints/payerPhone';
import { useAccount } from '../../components/account/useAccount';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Note, SectionTitle } from '../../components/display/Heading';
import { CardSkeleton } from '../../components/display/Skeletons';
import { adviceOn, CallFailure } from '../../components/failures/CallFailure';
import { FormStack, Stack } from '../../components/layout/Stack';
import { PhoneField, type PhoneInput } from '../../components/payment/PhoneField';
import { useFocusAfterRemoval } from '../../hooks/focus';
import { PHONE_TEXTS } from '../../texts/phone';

const TEXTS = PHONE_TEXTS.account;

export function ReceiptPhone() {
  const { account, isChecking, hasFailed, error, retry } = useAccount();
  return (
    <Stack gap={14} as="section" aria-labelledby="receiptPhone">
      <SectionTitle id="receiptPhone">{TEXTS.title}</SectionTitle>
      <Note>{TEXTS.text}</Note>
      {account !== null ? (
        <PhoneForm stored={account.phone} />
      ) : hasFailed && !isChecking ? (
        <CallFailure title={TEXTS.loadFailed} error={error} onRetry={retry} />
      ) : (
        <CardSkeleton height={190} label={TEXTS.loading} />
      )}
    </Stack>
  );
}

function PhoneForm({ stored }: { stored: string | null }) {
  const field = useRef<PhoneInput>(null);
  const [setPhone, { isLoading, error, isSuccess, originalArgs }] = useSetPhoneMutation();
  const [isEdited, setIsEdited] = useState(false);
  const isRemoving = originalArgs?.phone === null;

  const save = () => {
    const phone = field.current?.read() ?? null;
    if (phone === null || isLoading) return;
    setIsEdited(false);
    void setPhone({ phone: phone.number });
  };

  return (
    <FormStack
      gap={14}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {/* The field is rendered anew with the stored number. */}
      <PhoneField key={stored} stored={stored} ref={field} onEdit={() => setIsEdited(true)} />
      {error !== undefined && !isEdited && (
        <ErrorNotice
          title={TEXTS.failed}
          text={toCallError(error).status === 429 ? TEXTS.tooMany : adviceOn(error)}
        />
      )}
      <div role="status">
        {isSuccess && !isEdited && <Note>{isRemoving ? TEXTS.removed : TEXTS.saved}</Note>}
      </div>
      <PrimaryButton type="submit" loading={isLoading && !isRemoving} loadingLabel={TEXTS.busy}>
        {TEXTS.save}
      </PrimaryButton>
      {stored !== null && (
        <Removal isBusy={isLoading && isRemoving} onRemove={() => void setPhone({ phone: null })} />
      )}
    </FormStack>
  );
}

function Removal({ isBusy, onRemove }: { isBusy: boolean; onRemove: () => void }) {
  const part = useFocusAfterRemoval<HTMLDivElement>();
  return (
    <div ref={part}>
      <SecondaryButton loading={isBusy} onClick={onRemove}>
        {TEXTS.remove}
      </SecondaryButton>
    </div>
  );
}
