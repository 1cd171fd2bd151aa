/**
 * Screen /account/delete/confirm. Shows the state of the subscription and the days that end. The customer waives them or asks for
 * a refund first, and then types the code from the email.
 */
import { type SubmitEvent, useRef, useState } from 'react';
import { identifyingText } from '../../../shared/identifyingText';
import { formatAmount } from '../../../shared/russianFormats';
import { toCallError } from '../../api/callError';
import {
  usePreviewDeletionQuery,
  useSendDeletionCodeMutation,
  useWithdrawDeletionMutation,
} from '../../api/endpoints/accountDeletion';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { Field } from '../../components/controls/Field';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Card } from '../../components/display/Card';
import { DescriptionList } from '../../components/display/DescriptionList';
import { EmailText } from '../../components/display/EmailText';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { CardSkeleton } from '../../components/display/Skeletons';
import { StrongEmail } from '../../components/display/StrongEmail';
import { TitleGroup } from '../../components/display/TitleGroup';
import { adviceOn, CallFailure } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { FormStack } from '../../components/layout/Stack';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectEmail } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { formatMoneyTime } from '../../texts/dates';
import { CONFIRM_DELETION_TEXTS } from '../../texts/deleteAccount';
import { toast } from '../../toasts/toasts';
import { DeletionCode } from './DeletionCode';

export default function ConfirmDeletion() {
  const texts = CONFIRM_DELETION_TEXTS;
  const [sent, setSent] = useState<{ requestToken: string; waivesDays: boolean } | null>(null);
  const [isAgain, setIsAgain] = useState(false);
  const { data } = usePreviewDeletionQuery({});
  const review = () => {
    setIsAgain(true);
    setSent(null);
  };
  return (
    <Frame title={texts.title}>
      <ScreenParts>
        {sent === null ? (
          <>
            <ScreenTitle takesFocus={isAgain}>{texts.title}</ScreenTitle>
            <Review onSent={setSent} />
          </>
        ) : (
          <DeletionCode
            {...sent}
            onSentAgain={(requestToken) => setSent({ ...sent, requestToken })}
            onPostponed={review}
            onRestart={review}
          />
        )}
        {/* Once the deletion is requested, leaving the page does not withdraw it. */}
        <SecondaryButton to={PATHS.account}>
          {data?.isRequested === true ? COMMON_TEXTS.toAccount : texts.keep}
        </SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

function Review({ onSent }: { onSent: (sent: { requestToken: string; waivesDays: boolean }) => void }) {
  const texts = CONFIRM_DELETION_TEXTS;
  const email = useAppSelector(selectEmail) ?? '';
  const { data, error, refetch } = usePreviewDeletionQuery({}, { refetchOnMountOrArgChange: true });
  const [sendCode, { isLoading: isSending }] = useSendDeletionCodeMutation();
  if (error !== undefined && toCallError(error).status === 404)
    return (
      <ErrorNotice title={texts.unavailable.title} text={texts.unavailable.text}>
        <SupportLink />
      </ErrorNotice>
    );
  if (error !== undefined)
    return (
      <CallFailure title={texts.loadFailed} error={error} onRetry={() => void refetch()}>
        <SupportLink />
      </CallFailure>
    );
  if (data === undefined) return <CardSkeleton height={180} label={texts.loading} />;
  const { paidDays, giftDays, pendingRefunds } = data;
  const hasDays = paidDays + giftDays > 0;
  const waitsUntil = formatMoneyTime(data.waitsUntil ?? null);
  if (waitsUntil !== null && data.isRequested === true) return <Requested date={waitsUntil} />;
  const nextCharge = formatMoneyTime(data.nextChargeAt);

  const send = async () => {
    const { data: response, error: failure } = await sendCode({});
    const requestToken = response?.requestToken;
    if (typeof requestToken === 'string') onSent({ requestToken, waivesDays: hasDays });
    else toast.error(texts.code.failed(adviceOn(failure)));
  };

  return (
    <>
      <Card gap={12}>
        <SectionTitle>{texts.now}</SectionTitle>
        <DescriptionList
          details={[
            { name: texts.account, value: <EmailText email={email} /> },
            {
              name: texts.subscription,
              value:
                nextCharge !== null
                  ? texts.renews(nextCharge)
                  : hasDays
                    ? texts.endsItself
                    : texts.noSubscription,
            },
            ...(paidDays > 0 ? [{ name: texts.paid, value: texts.left(paidDays) }] : []),
            ...(giftDays > 0 ? [{ name: texts.given, value: texts.left(giftDays) }] : []),
            ...(pendingRefunds > 0
              ? [{ name: texts.refund, value: formatAmount(pendingRefunds, 'RUB') }]
              : []),
          ]}
        />
        {pendingRefunds > 0 && <Note>{texts.refundNote}</Note>}
      </Card>
      {waitsUntil !== null && <Lead>{texts.waits(waitsUntil)}</Lead>}
      {hasDays ? (
        <Days email={email} paidDays={paidDays} giftDays={giftDays} isSending={isSending} onWaived={send} />
      ) : (
        <TitleGroup>
          <Lead>{texts.lead}</Lead>
          <PrimaryButton loading={isSending} loadingLabel={texts.sending} onClick={() => void send()}>
            {texts.sendCode}
          </PrimaryButton>
        </TitleGroup>
      )}
    </>
  );
}

/** The deletion that the customer has requested, and the way to withdraw it. */
function Requested({ date }: { date: string }) {
  const texts = CONFIRM_DELETION_TEXTS.requested;
  const [withdraw, { isLoading }] = useWithdrawDeletionMutation();
  const onWithdraw = async () => {
    const { data, error } = await withdraw({});
    if (error !== undefined) toast.error(texts.failed(adviceOn(error)));
    else if (data.success) toast.success(texts.withdrawn);
    else toast.info(texts.gone);
  };
  return (
    <Card gap={12}>
      <SectionTitle>{texts.title(date)}</SectionTitle>
      <Lead>{texts.text}</Lead>
      <SecondaryButton loading={isLoading} loadingLabel={texts.withdrawing} onClick={() => void onWithdraw()}>
        {texts.withdraw}
      </SecondaryButton>
    </Card>
  );
}

interface DaysProps {
  email: string;
  paidDays: number;
  giftDays: number;
  isSending: boolean;
  onWaived: () => Promise<void>;
}

/** The two ways if days remain: a refund first, or a typed waiver. */
function Days({ email, paidDays, giftDays, isSending, onWaived }: DaysProps) {
  const texts = CONFIRM_DELETION_TEXTS;
  const { supportEmail } = usePlatform().configuration.brand;
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const refund = new URLSearchParams({ subject: texts.refundSubject, body: texts.refundBody(email) });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = identifyingText(input.current?.value ?? '').toLowerCase();
    if (typed !== texts.waiverWord) {
      setError(texts.waiverWrong);
      input.current?.focus();
    } else void onWaived();
  };

  return (
    <>
      <TitleGroup>
        <SectionTitle>{texts.daysTitle(paidDays, giftDays)}</SectionTitle>
        <Lead>{texts.daysLead}</Lead>
      </TitleGroup>
      <TitleGroup>
        {/* Spaces are encoded as %20, because mail programs show a plus sign as it is. */}
        <PrimaryButton href={`mailto:${supportEmail}?${refund.toString().replaceAll('+', '%20')}`}>
          {texts.refundFirst}
        </PrimaryButton>
        <Note>
          {texts.refundFirstNote} <StrongEmail email={email} end="." />
        </Note>
      </TitleGroup>
      <FormStack gap={14} method="dialog" noValidate onSubmit={submit}>
        <Field
          inputRef={input}
          label={texts.waiverLabel}
          name="waiver"
          autoComplete="off"
          autoCapitalize="off"
          hint={texts.waiverHint}
          error={error}
          onChange={() => setError(null)}
        />
        <SecondaryButton type="submit" loading={isSending} loadingLabel={texts.sending}>
          {texts.waive}
        </SecondaryButton>
      </FormStack>
    </>
  );
}
