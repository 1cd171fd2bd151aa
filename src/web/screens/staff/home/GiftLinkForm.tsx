/** Makes a gift link and shows it once: as text, as a QR code, both to be copied. */
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import { parseMonthsInput } from '../../../../shared/validation';
import { type CallError, isUnconfirmed } from '../../../api/callError';
import { useCreateGiftMutation } from '../../../api/endpoints/staff';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { QrCanvas } from '../../../components/display/QrCanvas';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { FormError } from '../../../components/staff/FormError';
import { monthsError, MonthsField } from '../../../components/staff/MonthsField';
import { useDraft } from '../../../components/staff/useDraft';
import { useRequestKey } from '../../../components/staff/useRequestKey';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { useCopy } from '../../../hooks/useCopy';
import { useGiftLink } from '../../../hooks/useGiftLink';
import { usePlatform } from '../../../platform/PlatformContext';
import { GIFT_LINK_TEXTS } from '../../../texts/staff/gifts';
import { toast } from '../../../toasts/toasts';

interface MadeGift {
  months: number;
  key: string;
}

export function GiftLinkForm() {
  const { clipboard } = usePlatform();
  const linkOf = useGiftLink();
  const [createGift] = useCreateGiftMutation();
  const { send, isSending } = useStaffChange(GIFT_LINK_TEXTS.subject);
  const draft = useDraft('giftLink');
  const [months, setMonths] = useState(() => parseMonthsInput(draft.typed['months'] ?? '1'));
  const { me } = useStaffRights();
  const { keyOf, forget } = useRequestKey(draft);
  const [rejectedMonths, setRejectedMonths] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [made, setMade] = useState<MadeGift | null>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setFailure(null);
    setRejectedMonths(monthsError(months));
    if (monthsError(months) !== null) return;
    const requestKey = me === undefined ? undefined : keyOf(String(months));
    void send(
      // A server that does not tell who this is may reject what it does not know.
      () => createGift({ months, ...(requestKey === undefined ? {} : { requestKey }) }),
      ({ activationKey: key }) => {
        draft.drop();
        forget();
        setMade({ months, key });
        void copyAtOnce(linkOf(key));
      },
      {
        requestKey,
        onFailed: setFailure,
      },
    );
  };
  // Some browsers copy only inside the click: then the button is still there.
  const copyAtOnce = async (link: string) => {
    if (await clipboard.copyText(link)) toast.success(GIFT_LINK_TEXTS.linkCopied);
  };

  return (
    <Parts>
      <Form onInput={draft.onInput} onSubmit={submit} noValidate>
        <MonthsField
          months={months}
          error={rejectedMonths}
          onMonths={(next) => {
            setMonths(next);
            setRejectedMonths(null);
          }}
        />
        <PrimaryButton
          type="submit"
          fullWidth={false}
          loading={isSending}
          loadingLabel={GIFT_LINK_TEXTS.creating}
        >
          {GIFT_LINK_TEXTS.create}
        </PrimaryButton>
      </Form>
      <Failure failure={failure} />
      {made !== null && <GiftLink key={made.key} gift={made} />}
    </Parts>
  );
}

/** A link that may have been made is not said to have failed. */
function Failure({ failure }: { failure: CallError | null }) {
  if (failure === null) return <FormError title={null} />;
  const reason = failure.reason ?? failure.message;
  return isUnconfirmed(failure) ? (
    <FormError title={reason} />
  ) : (
    <FormError title={GIFT_LINK_TEXTS.failed}>{reason}</FormError>
  );
}

function GiftLink({ gift }: { gift: MadeGift }) {
  const { clipboard, files, qrCode } = usePlatform();
  const copy = useCopy();
  const link = useGiftLink()(gift.key);

  const copyLink = () => copy(link, GIFT_LINK_TEXTS.linkCopied, GIFT_LINK_TEXTS.linkCopyFailed);
  const copyQrCode = async () => {
    if (await clipboard.copyImage(qrCode.png(link))) toast.success(GIFT_LINK_TEXTS.qrCodeCopied);
    else toast.error(GIFT_LINK_TEXTS.qrCodeCopyFailed);
  };
  const downloadQrCode = async () => {
    files.save(GIFT_LINK_TEXTS.qrCodeFile(gift.months, gift.key.slice(-4)), await qrCode.png(link));
  };

  return (
    <Result>
      <QrCanvas text={link} label={GIFT_LINK_TEXTS.qrCode} />
      <div>
        <CompactField
          label={GIFT_LINK_TEXTS.link}
          name="giftLink"
          value={link}
          readOnly
          hint={GIFT_LINK_TEXTS.once}
        />
        <Buttons>
          <SmallButton onClick={() => void copyLink()}>{GIFT_LINK_TEXTS.copyLink}</SmallButton>
          <SmallButton onClick={() => void copyQrCode()}>{GIFT_LINK_TEXTS.copyQrCode}</SmallButton>
          <SmallButton onClick={() => void downloadQrCode()}>{GIFT_LINK_TEXTS.downloadQrCode}</SmallButton>
        </Buttons>
      </div>
    </Result>
  );
}

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 180px) auto',
  justifyContent: 'start',
  alignItems: 'start',
  gap: 12,
  // Level with the input, under its label.
  '& > button': { marginTop: 25 },
});

const Result = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  gap: 20,
  [breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 });
