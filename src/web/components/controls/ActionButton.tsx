/** What the primary and the secondary button share: a link when they lead somewhere, dots while busy. */
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { MOTION, RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/look';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { styled } from '../../theme/styled';
import type { Theme } from '../../theme/theme';
import { LoadingDots } from './LoadingDots';

export interface ActionButtonProps {
  children: ReactNode;
  /** A path of the SPA: the button is a link. */
  to?: string;
  /** An address outside the SPA: the button is a link. */
  href?: string;
  /** The action runs: dots take the place of the words and further presses do nothing. */
  loading?: boolean;
  /** Read aloud instead of the words while loading. */
  loadingLabel?: string;
  disabled?: boolean;
  type?: 'button' | 'submit';
  /** `danger`: takes something away. */
  tone?: 'danger';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
  startIcon?: ReactNode;
  id?: string;
  /** Says more than the words where several buttons have the same ones. */
  'aria-label'?: string;
  'aria-describedby'?: string;
  ref?: Ref<HTMLButtonElement>;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export function ActionButton({
  variant,
  children,
  to,
  href,
  loading = false,
  loadingLabel,
  disabled = false,
  type = 'button',
  size = 'large',
  fullWidth = true,
  startIcon,
  tone,
  onClick,
  ref,
  ...rest
}: ActionButtonProps & { variant: 'primary' | 'secondary' }) {
  const usualLabel = PAGE_TEXTS[usePageLanguage()].loading;
  const shared = {
    'data-button': variant,
    'data-size': size,
    'data-wide': fullWidth || undefined,
    'data-tone': tone,
    ...rest,
    ...(onClick ? { onClick } : {}),
  };
  const content = (
    <>
      {startIcon !== undefined && <StartIcon>{startIcon}</StartIcon>}
      {children}
    </>
  );
  const asLink = disabled ? { 'aria-disabled': true, tabIndex: -1 } : {};
  if (to !== undefined) {
    return (
      <RouteButton {...shared} {...asLink} to={to}>
        {content}
      </RouteButton>
    );
  }
  if (href !== undefined) {
    return (
      <OutsideButton {...shared} {...asLink} href={href}>
        {content}
      </OutsideButton>
    );
  }
  return (
    <PlainButton
      {...shared}
      type={type}
      disabled={disabled}
      // Not `disabled` while loading: the focus stays where the person left it.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
      {...(ref === undefined ? {} : { ref })}
    >
      {loading ? <LoadingDots label={loadingLabel ?? usualLabel} /> : content}
    </PlainButton>
  );
}

const look = ({ theme: { vars, typography } }: { theme: Theme }) =>
  ({
    ...typography.button,
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    minWidth: 0,
    margin: 0,
    border: 0,
    borderRadius: RADIUS.control,
    textAlign: 'center',
    textDecoration: 'none',
    textWrap: 'balance',
    verticalAlign: 'middle',
    cursor: 'pointer',
    userSelect: 'none',
    WebkitTapHighlightColor: 'transparent',
    transition: ['background-color', 'box-shadow', 'border-color', 'color']
      .map((property) => `${property} ${String(MOTION.calmMs)}ms ${MOTION.easing}`)
      .join(', '),
    '&[data-wide]': { width: '100%' },
    '&[data-size="large"]': { minHeight: TOUCH_HEIGHT_PX, padding: '12px 22px' },
    '&[data-size="medium"]': { minHeight: 48, padding: '8px 18px', fontSize: '1rem' },
    '&[data-size="small"]': { minHeight: 36, padding: '4px 12px', fontSize: '0.9375rem' },
    '&[data-button="primary"]': {
      color: vars.palette.accent.on,
      backgroundColor: vars.palette.accent.fill,
      backgroundImage: `linear-gradient(180deg, ${vars.palette.accent.fillEnd}, ${vars.palette.accent.fill})`,
      boxShadow: `0 10px 28px -6px ${vars.palette.accent.shadow}, inset 0 1px 0 rgba(255, 255, 255, 0.45)`,
      '&:hover': { filter: 'brightness(1.04) saturate(1.04)' },
      '&:active': { filter: 'brightness(0.97)', transform: 'translateY(1px)' },
      '&:disabled': { boxShadow: 'none' },
    },
    '&[data-button="secondary"]': {
      color: vars.palette.text.primary,
      backgroundColor: vars.palette.surface.main,
      border: `1px solid ${vars.palette.surface.line}`,
      '&:hover': {
        backgroundColor: vars.palette.surface.raised,
        borderColor: vars.palette.surface.control,
      },
      '&[data-tone="danger"]': {
        color: vars.palette.tone.dangerText,
        backgroundColor: vars.palette.tone.dangerGround,
        borderColor: 'transparent',
        '&:hover': { borderColor: vars.palette.tone.dangerText },
      },
    },
    '&:disabled, &[tabindex="-1"][aria-disabled]': {
      opacity: 0.62,
      cursor: 'default',
      pointerEvents: 'none',
    },
  }) as const;

const PlainButton = styled('button')(look);
const OutsideButton = styled('a')(look);
const RouteButton = styled(Link)(look);

const StartIcon = styled('span')({ display: 'inherit', marginLeft: -4, marginRight: 8 });
