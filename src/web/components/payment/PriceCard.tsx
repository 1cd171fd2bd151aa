/** Card with the price and the benefits of the subscription. */
import { styled } from '@mui/material/styles';
import { SHOP_TEXTS } from '../../texts/shop';
import { Card } from '../display/Card';
import { InfinityIcon, PrivacyIcon, ShieldIcon, SpeedIcon } from '../display/icons';
import { PlainList } from '../layout/Stack';

interface PriceCardProps {
  /** Monthly price, in rubles or in the given currency. */
  monthly: number;
  currency: string;
  /** Text that replaces the monthly price if the first paid period is not a month. */
  price?: { amount: string; period: string };
}

const BENEFIT_ICONS = {
  traffic: InfinityIcon,
  speed: SpeedIcon,
  privacy: PrivacyIcon,
  unblockable: ShieldIcon,
} as const;

export function PriceCard({
  monthly,
  currency,
  price: { amount, period } = SHOP_TEXTS.price(monthly, currency),
}: PriceCardProps) {
  return (
    <Card gap={20}>
      <Price>
        <strong>{amount}</strong> <span>{period}</span>
      </Price>
      <Benefits gap={12} aria-label={SHOP_TEXTS.benefitsLabel}>
        {SHOP_TEXTS.benefits.map(({ key, text }) => {
          const Icon = BENEFIT_ICONS[key];
          return (
            <li key={key}>
              <Icon size={22} />
              <span>{text}</span>
            </li>
          );
        })}
      </Benefits>
    </Card>
  );
}

const Price = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body1,
  margin: 0,
  color: vars.palette.text.secondary,
  '& strong': {
    fontSize: 'clamp(2.25rem, 1.9rem + 1.6vw, 2.75rem)',
    fontWeight: 730,
    letterSpacing: '-0.028em',
    lineHeight: 1.06,
    color: vars.palette.text.primary,
    marginRight: 4,
  },
}));

const Benefits = styled(PlainList)(({ theme: { vars, typography } }) => ({
  ...typography.body1,
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    gap: 14,
  },
  '& svg': { flex: 'none', color: vars.palette.accent.text },
}));
