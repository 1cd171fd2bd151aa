/**
 * Shows that the server is checking a payment. After a while the screen shows that the confirmation has not arrived
 * yet, which is not an error.
 */
import { keyframes, styled } from '@mui/material/styles';
import { PAYMENT_CHECK_TEXTS, SHOP_TEXTS } from '../../texts/shop';
import { SecondaryButton } from '../controls/SecondaryButton';
import { TextLink } from '../controls/TextLink';
import { Lead, ScreenTitle } from '../display/Heading';
import { StrongEmail } from '../display/StrongEmail';
import { SupportLink } from '../frame/SupportLink';
import { Row } from '../layout/Row';

interface PaymentCheckProps {
  /** Whether the payment confirmation takes so long that the customer need not wait on this screen. */
  isLate: boolean;
  /** Whether the payment is confirmed and the next screen is loading. */
  isPaid: boolean;
  /** Address to which the confirmation email is sent. */
  email: string | null;
  onCheckAgain: () => void;
  /** Leaves the screen. The payment check continues on the server, so the payment is not lost. */
  onLeave: () => void;
}

export function PaymentCheck({ isLate, isPaid, email, onCheckAgain, onLeave }: PaymentCheckProps) {
  return (
    <Wait>
      <div role="status">
        <ScreenTitle>{PAYMENT_CHECK_TEXTS[isPaid ? 'paid' : isLate ? 'late' : 'checking']}</ScreenTitle>
        {!isLate && <Beam aria-hidden />}
        {isLate && email ? (
          <Lead key="email">
            {PAYMENT_CHECK_TEXTS.lateHint} <StrongEmail email={email} />
          </Lead>
        ) : (
          <Lead>{PAYMENT_CHECK_TEXTS[isLate ? 'lateHint' : isPaid ? 'paidHint' : 'checkingHint']}</Lead>
        )}
      </div>
      {isLate && (
        <>
          <SecondaryButton onClick={onCheckAgain}>{PAYMENT_CHECK_TEXTS.checkAgain}</SecondaryButton>
          <Ways gap="10px 20px" justify="space-between">
            <SupportLink>{SHOP_TEXTS.support}</SupportLink>
            <TextLink onClick={onLeave}>{PAYMENT_CHECK_TEXTS.leave}</TextLink>
          </Ways>
        </>
      )}
    </Wait>
  );
}

const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(260%)' } });

const Beam = styled('div')(({ theme: { vars } }) => ({
  position: 'relative',
  overflow: 'hidden',
  height: 6,
  margin: '28px 0',
  borderRadius: 3,
  backgroundColor: vars.palette.surface.raised,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    width: '40%',
    borderRadius: 3,
    backgroundImage: `linear-gradient(90deg, transparent, ${vars.palette.accent.fill}, ${vars.palette.accent.fillEnd})`,
    animation: `${sweep} 1.7s cubic-bezier(0.45, 0, 0.55, 1) infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '&::after': { width: '100%', opacity: 0.6 } },
}));

const Wait = styled('div')({
  display: 'grid',
  gap: 24,
  '& > div[role="status"] > p': { marginTop: 14 },
});

const Ways = styled(Row)({
  '& > *': { padding: '9px 0' },
});
