/**
 * Form that creates a gift. The form shows the gift link only once, as text and as a QR code, with buttons to copy
 * both.
 */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { staffCalls } from '../../../../shared/contract/staff';
import { useCreateGiftMutation } from '../../../api/endpoints/staff';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { QrCanvas } from '../../../components/display/QrCanvas';
import { Stack } from '../../../components/layout/Stack';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { FormError } from '../../../components/staff/FormError';
import { monthsError, MonthsField } from '../../../components/staff/MonthsField';
import { typedDigits } from '../../../components/staff/typedNumbers';
import { useStaffForm } from '../../../components/staff/useStaffForm';
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
  const buildLink = useGiftLink();
  const [create] = useCreateGiftMutation();
  const { me } = useStaffRights();
  const [made, setMade] = useState<MadeGift | null>(null);
  // Copying begins within the click event, because WebKit allows it only there. If copying fails, staff use the copy button.
  const createAndCopy: typeof create = (body) => {
    const creation = create(body);
    const link = creation.unwrap().then(({ activationKey }) => buildLink(activationKey));
    void clipboard.copyText(link).then((isCopied) => {
      if (isCopied) toast.success(GIFT_LINK_TEXTS.linkCopied);
    });
    return creation;
  };
  const form = useStaffForm({
    draft: 'giftLink',
    subject: GIFT_LINK_TEXTS.subject,
    fields: { months: '1' },
    body: staffCalls.createGift.body,
    // A server that does not support the staff account endpoint may reject unknown fields such as the request id.
    hasRequestKey: me !== undefined,
    read: ({ months }) => ({ months: Number(months) }),
    check: ({ months }) => ({ months: monthsError(Number(months)) }),
    send: createAndCopy,
    onDone: ({ activationKey: key }, { months }) => setMade({ months, key }),
  });

  return (
    <Stack gap={16}>
      <Form {...form.props}>
        <MonthsField {...form.field('months', typedDigits)} />
        <PrimaryButton
          type="submit"
          fullWidth={false}
          loading={form.isSending}
          loadingLabel={GIFT_LINK_TEXTS.creating}
        >
          {GIFT_LINK_TEXTS.create}
        </PrimaryButton>
      </Form>
      {/* If the response was lost, the gift may exist, so the error message does not say that the request failed. */}
      <FormError title={form.failure === null || form.isUnconfirmed ? form.failure : GIFT_LINK_TEXTS.failed}>
        {!form.isUnconfirmed && form.failure}
      </FormError>
      {made !== null && <GiftLink key={made.key} gift={made} />}
    </Stack>
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

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 180px) auto',
  justifyContent: 'start',
  alignItems: 'start',
  gap: 12,
  // Aligns the button with the input, which is below its label.
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
