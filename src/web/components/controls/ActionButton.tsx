/**
 * Base component of the primary and the secondary button. Renders a link if `to` or `href` is given, and shows loading
 * dots while the action is running.
 */
import Button from '@mui/material/Button';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { LoadingDots } from './LoadingDots';

export interface ActionButtonProps {
  children: ReactNode;
  /** Path within the SPA. If `to` is given, the button is a link. */
  to?: string;
  /** URL outside the SPA. If `href` is given, the button is a link. */
  href?: string;
  /**
   * Whether the action is running. While the action is running, loading dots replace the label, and further clicks are
   * ignored.
   */
  loading?: boolean;
  /** Text that screen readers announce instead of the label while the action is running. */
  loadingLabel?: string;
  disabled?: boolean;
  type?: 'button' | 'submit';
  /** The tone `danger` marks a button that removes data. */
  tone?: 'danger';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
  startIcon?: ReactNode;
  id?: string;
  /** More specific accessible name, for screens where several buttons share the same label. */
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-keyshortcuts'?: string;
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
  // A page translator replaces texts, so that React fails to remove a text that has siblings in the button.
  const label = <span>{children}</span>;
  if (to !== undefined) {
    return (
      <Button {...shared} component={Link} to={to} onClick={onClick}>
        {label}
      </Button>
    );
  }
  if (href !== undefined) {
    return (
      <Button {...shared} component="a" href={href} onClick={onClick}>
        {label}
      </Button>
    );
  }
  return (
    <Button
      {...shared}
      type={type}
      // The button is not `disabled` while loading, because a disabled button would lose the keyboard focus.
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
      ref={ref}
    >
      {loading ? <LoadingDots label={loadingLabel ?? usualLabel} /> : label}
    </Button>
  );
}
