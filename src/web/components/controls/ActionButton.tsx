/** What the primary and the secondary button share: a link when they lead somewhere, dots while busy. */
import Button from '@mui/material/Button';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
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
  fullWidth = true,
  tone,
  onClick,
  ref,
  ...rest
}: ActionButtonProps & { variant: 'contained' | 'outlined' }) {
  const usualLabel = PAGE_TEXTS[usePageLanguage()].loading;
  const shared = { variant, fullWidth, disabled, 'data-tone': tone, ...rest };
  if (to !== undefined) {
    return (
      <Button {...shared} component={Link} to={to} onClick={onClick}>
        {children}
      </Button>
    );
  }
  if (href !== undefined) {
    return (
      <Button {...shared} component="a" href={href} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Button
      {...shared}
      type={type}
      // Not `disabled` while loading: the focus stays where the person left it.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
      ref={ref}
    >
      {loading ? <LoadingDots label={loadingLabel ?? usualLabel} /> : children}
    </Button>
  );
}
