/** Logo (clouds that part over a beam of light) with the product name. Links to the landing page. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { BEAM, BRAND_PANEL } from '../../../shared/designTokens';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';

export function Logo() {
  const { product } = usePlatform().configuration.brand;
  return (
    <Home to={PATHS.landing} aria-label={COMMON_TEXTS.homeLink(product)}>
      <Mark size={34} />
      <span>{product}</span>
    </Home>
  );
}

/** Logo mark without the product name, `size` px wide and high. */
export function Mark({ size }: { size: number }) {
  const id = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}s`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor={BRAND_PANEL.middle} />
          <stop offset="1" stopColor="#2A3C86" />
        </linearGradient>
        <linearGradient id={`${id}b`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor={BEAM.core} />
          <stop offset=".45" stopColor={BEAM.warm} />
          <stop offset="1" stopColor={BEAM.gold} />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="9.5" fill={`url(#${id}s)`} />
      <path d="M14.6 10.4h2.8L22 27.4H10z" fill={`url(#${id}b)`} />
      <path d="M5.9 15.6a3 3 0 0 1-.4-5.97 3.85 3.85 0 0 1 7.3-.3 3.15 3.15 0 0 1-.4 6.27z" fill="#E9EDFF" />
      <path d="M26.1 15.6a3 3 0 0 0 .4-5.97 3.85 3.85 0 0 0-7.3-.3 3.15 3.15 0 0 0 .4 6.27z" fill="#B4C0F4" />
    </svg>
  );
}

const Home = styled(Link)(({ theme: { vars } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 11,
  padding: '5px 8px 5px 0',
  borderRadius: 12,
  color: vars.palette.text.primary,
  fontSize: '1.25rem',
  fontWeight: 680,
  letterSpacing: '-0.02em',
  textDecoration: 'none',
}));
