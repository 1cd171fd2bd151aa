/** Inline text link, or a button that looks like a link if neither `to` nor `href` is given. */
import { styled } from '@mui/material/styles';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MOTION } from '../../../shared/designTokens';
import { translucent } from '../../theme/translucent';

interface TextLinkProps {
  children: ReactNode;
  /** Target path within the SPA. */
  to?: string;
  /** State that the link stores in the new history entry, where the target screen reads it. */
  state?: unknown;
  /** Target URL outside the SPA. */
  href?: string;
  /** Makes the link larger and bolder, for a link on a separate line. */
  strong?: boolean;
  disabled?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export function TextLink({
  children,
  to,
  state,
  href,
  strong = false,
  disabled = false,
  onClick,
}: TextLinkProps) {
  const shared = { 'data-strong': strong || undefined, ...(onClick ? { onClick } : {}) };
  if (to !== undefined) {
    return (
      <RouteLink {...shared} to={to} state={state}>
        {children}
      </RouteLink>
    );
  }
  if (href !== undefined) {
    return (
      <OutsideLink {...shared} href={href} rel="noopener">
        {children}
      </OutsideLink>
    );
  }
  return (
    <LinkButton {...shared} type="button" disabled={disabled}>
      {children}
    </LinkButton>
  );
}

const linkStyle = {
  display: 'inline',
  padding: '2px 0',
  border: 0,
  background: 'none',
  font: 'inherit',
  letterSpacing: 'inherit',
  textAlign: 'inherit',
  color: 'var(--text-link, var(--p-palette-link-main))',
  textDecoration: 'underline',
  textDecorationThickness: '1px',
  textUnderlineOffset: '0.22em',
  textDecorationColor: translucent('currentColor', 45, 'currentColor'),
  cursor: 'pointer',
  borderRadius: 4,
  transition: `text-decoration-color ${String(MOTION.quickMs)}ms ${MOTION.easing}`,
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:disabled': { color: 'var(--p-palette-text-secondary)', cursor: 'default', textDecoration: 'none' },
  '&[data-strong]': { fontWeight: 620, letterSpacing: '-0.01em' },
} as const;

const RouteLink = styled(Link)(linkStyle);
const OutsideLink = styled('a')(linkStyle);
const LinkButton = styled('button')(linkStyle);
