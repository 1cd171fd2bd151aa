/** Screen /account/card. The customer changes the card of the renewal without canceling the subscription. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useState } from 'react';
import type { ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { Order } from '../../../shared/contract/shop';
import { formatAmount } from '../../../shared/russianFormats';
import { toCallError } from '../../api/callError';
import { useGetCardChangeQuery } from '../../api/endpoints/cardChange';
import { useAccount } from '../../components/account/useAccount';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Card } from '../../components/display/Card';
import { DescriptionList } from '../../components/display/DescriptionList';
import { Lead, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { CardSkeleton } from '../../components/display/Skeletons';
import { TitleGroup } from '../../components/display/TitleGroup';
import { CallFailure } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { Stack } from '../../components/layout/Stack';
import { ConsentedPayment } from '../../components/payment/ConsentedPayment';
import { PaymentCheck } from '../../components/payment/PaymentCheck';
import { PaymentNotice } from '../../components/payment/PaymentNotice';
import { type PaymentOnScreen, usePayment } from '../../components/payment/usePayment';
import type { TypedPhone } from '../../flows/payment/savePhone';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectCaller, selectEmail } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { CARD_CHANGE_TEXTS } from '../../texts/cardChange';
import { formatMoneyDay, formatMoneyTime } from '../../texts/dates';
import { SHOP_TEXTS } from '../../texts/shop';

type Change = ResponseOf<Contract['getCardChange']>;

export default function CardChange() {
  const email = useAppSelector(selectEmail);
  const payment = usePayment('cardChange');
  const { check, outcome } = payment;
  return (
    <Frame title={CARD_CHANGE_TEXTS.title}>
      {check ? (
        <PaymentCheck {...check} email={email} />
      ) : (
        <Stack gap={28}>
          {outcome?.kind === 'cardChanged' ? <Changed /> : <Offer payment={payment} />}
          <SecondaryButton to={PATHS.subscription}>{CARD_CHANGE_TEXTS.back}</SecondaryButton>
        </Stack>
      )}
    </Frame>
  );
}

function Offer({ payment }: { payment: PaymentOnScreen }) {
  const caller = useAppSelector(selectCaller);
  const { currentData, error, isFetching, refetch } = useGetCardChangeQuery(caller ?? skipToken, {
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const isUnavailable = error !== undefined && toCallError(error).status === 404;
  if (currentData === undefined)
    return (
      <>
        <TitleGroup>
          <ScreenTitle>{CARD_CHANGE_TEXTS.title}</ScreenTitle>
          {!isUnavailable && <Lead>{CARD_CHANGE_TEXTS.intro}</Lead>}
        </TitleGroup>
        {isUnavailable ? (
          <Explained text={CARD_CHANGE_TEXTS.unavailable} />
        ) : error !== undefined && !isFetching ? (
          <CallFailure title={CARD_CHANGE_TEXTS.loadFailed} error={error} onRetry={() => void refetch()}>
            <SupportLink>{CARD_CHANGE_TEXTS.support}</SupportLink>
          </CallFailure>
        ) : (
          <CardSkeleton height={240} label={CARD_CHANGE_TEXTS.loading} />
        )}
      </>
    );
  return <Offered change={currentData} payment={payment} onCheckAgain={() => void refetch()} />;
}

interface OfferedProps {
  change: Change;
  payment: PaymentOnScreen;
  onCheckAgain: () => void;
}

function Offered({ change, payment, onCheckAgain }: OfferedProps) {
  const { state, order, from } = change;
  if (state === 'offered' && order) return <Terms change={change} order={order} payment={payment} />;
  if (state === 'chargeDue') {
    const { title, text, again } = CARD_CHANGE_TEXTS.chargeDue;
    return (
      <>
        <ScreenTitle>{CARD_CHANGE_TEXTS.title}</ScreenTitle>
        <TitleGroup>
          <SectionTitle>{title}</SectionTitle>
          <Lead>{text}</Lead>
        </TitleGroup>
        <SecondaryButton onClick={onCheckAgain}>{again}</SecondaryButton>
      </>
    );
  }
  return (
    <>
      <ScreenTitle>{CARD_CHANGE_TEXTS.title}</ScreenTitle>
      <Explained
        text={
          state === 'tooFar'
            ? CARD_CHANGE_TEXTS.tooFar(formatMoneyDay(from))
            : state === 'noRenewal'
              ? CARD_CHANGE_TEXTS.noRenewal
              : CARD_CHANGE_TEXTS.unavailable
        }
      />
    </>
  );
}

function Terms({ change, order, payment }: { change: Change; order: Order; payment: PaymentOnScreen }) {
  const { cardWidget } = usePlatform();
  const [isPaying, setIsPaying] = useState(false);
  const [agreed, setAgreed] = useState<{ wording: string; phone: TypedPhone | undefined } | null>(null);
  const kind = order.kind === 'cardChangeMonth' ? 'month' : 'check';
  const mask = change.cardMask ?? null;
  const formatCharge = kind === 'month' ? SHOP_TEXTS.renewalCharge : SHOP_TEXTS.trialCharge;

  useEffect(() => cardWidget.preload(), [cardWidget]);

  const pay = async (agreedTo: NonNullable<typeof agreed>) => {
    setAgreed(agreedTo);
    setIsPaying(true);
    await payment.pay({ payer: 'cardChange', order, ...agreedTo });
    setIsPaying(false);
  };

  return (
    <>
      <TitleGroup>
        <ScreenTitle>{CARD_CHANGE_TEXTS.title}</ScreenTitle>
        <Lead>{CARD_CHANGE_TEXTS.intro}</Lead>
        <Lead>
          {kind === 'month'
            ? CARD_CHANGE_TEXTS.leadFailed(mask, formatMoneyDay(change.dueAt))
            : CARD_CHANGE_TEXTS.lead(mask)}
        </Lead>
      </TitleGroup>
      <ConsentedPayment
        terms={formatCharge({
          now: order.amount,
          monthly: order.recurringPayment.amount,
          currency: order.currency,
          startDate: order.recurringPayment.startDate,
          dayOfMonth: order.recurringPayment.dayOfMonth ?? null,
        })}
        why={CARD_CHANGE_TEXTS.why(kind)}
        isPaying={isPaying}
        label={CARD_CHANGE_TEXTS.enter}
        storedPhone={order.receiptPhone}
        onPay={(wording, phone) => void pay({ wording, phone })}
      >
        {payment.outcome?.kind === 'cardNeeded' && (
          <ErrorNotice {...CARD_CHANGE_TEXTS.cardNeeded}>
            <SupportLink>{CARD_CHANGE_TEXTS.support}</SupportLink>
          </ErrorNotice>
        )}
        <PaymentNotice
          outcome={payment.outcome}
          onRetry={agreed === null ? undefined : () => void pay(agreed)}
          toFullPrice={null}
        />
      </ConsentedPayment>
    </>
  );
}

function Explained({ text }: { text: string }) {
  return (
    <>
      <Lead>{text}</Lead>
      <SupportLink>{CARD_CHANGE_TEXTS.support}</SupportLink>
    </>
  );
}

/** Shows the new card and the next charge, as the server reports them after the payment. */
function Changed() {
  const { account, subscription } = useAccount();
  const { title, text, card, nextCharge, chargeDate, returned } = CARD_CHANGE_TEXTS.done;
  const { amount, currency, expirationDate, subscriptionStatus } = subscription;
  const date = formatMoneyTime(expirationDate);
  const isRenewed = subscriptionStatus === 'ACTIVE';
  return (
    <>
      <TitleGroup role="status">
        <ScreenTitle takesFocus>{isRenewed ? title : CARD_CHANGE_TEXTS.title}</ScreenTitle>
        <Lead>{isRenewed ? text : returned}</Lead>
      </TitleGroup>
      {isRenewed && (
        <Card gap={8}>
          <DescriptionList
            details={[
              ...(account?.cardMask ? [{ name: card, value: account.cardMask }] : []),
              ...(amount === null || date === null
                ? []
                : [
                    { name: nextCharge, value: formatAmount(amount, currency) },
                    { name: chargeDate, value: date },
                  ]),
            ]}
          />
        </Card>
      )}
    </>
  );
}
