/** Error notice with a title, an explanation, an optional retry button and further links. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { RADIUS } from '../../../shared/designTokens';
import { useFocusAfterRemoval } from '../../hooks/focus';
import type { Elements } from '../../platform/elements';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { WarningIcon } from '../display/icons';
import { Row } from '../layout/Row';
import { SecondaryButton } from './SecondaryButton';

interface ErrorNoticeProps {
  title: string;
  text?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  isRetrying?: boolean;
  /** Further links and buttons that help the user. */
  children?: Elements;
}

export function ErrorNotice({
  title,
  text,
  onRetry,
  retryLabel,
  isRetrying = false,
  children,
}: ErrorNoticeProps) {
  const usualLabel = PAGE_TEXTS[usePageLanguage()].retry;
  const notice = useFocusAfterRemoval<HTMLDivElement>();
  return (
    <Notice role="alert" ref={notice}>
      <WarningIcon />
      <div>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
        {(onRetry !== undefined || children !== undefined) && (
          <Ways gap="6px 20px">
            {onRetry && (
              <SecondaryButton size="medium" fullWidth={false} loading={isRetrying} onClick={onRetry}>
                {retryLabel ?? usualLabel}
              </SecondaryButton>
            )}
            {children}
          </Ways>
        )}
      </div>
    </Notice>
  );
}

const Notice = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 14,
  padding: '18px 20px 20px 18px',
  borderRadius: RADIUS.card,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '& > svg': { color: vars.palette.tone.dangerText },
  '& > div': { display: 'grid', justifyItems: 'start', gap: 12 },
  '& h2': { ...typography.h3, margin: 0, textWrap: 'pretty' },
  '& p': {
    ...typography.body2,
    margin: '-6px 0 0',
    textWrap: 'pretty',
    color: vars.palette.text.secondary,
  },
}));

const Ways = styled(Row)({
  // Enlarges the links to the touch target height of a button.
  '& > a': { padding: '9px 0', margin: '-4px 0' },
});
