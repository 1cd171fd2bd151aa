/** Section of the customer page that takes one line while it is empty and its form is closed. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ROW_BUTTONS } from '../../../components/staff/consoleStyles';
import { ShortcutButton } from '../../../components/staff/ShortcutButton';
import type { Elements } from '../../../platform/elements';

interface OneLineSectionProps {
  title: string;
  /** Content of the section's first line, between the title and the button. */
  line: ReactNode;
  /** Button that opens the form, or null while the section cannot be changed. */
  button: { label: string; shortcut: string; onOpen: () => void } | null;
  isOpen: boolean;
  children?: Elements;
}

export function OneLineSection({ title, line, button, isOpen, children }: OneLineSectionProps) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  // Closing the form removes the focused field, so the focus returns to the button that opens the form.
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>('[aria-keyshortcuts]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <Section ref={section} aria-labelledby={titleId}>
      <Head>
        <h2 id={titleId}>{title}</h2>
        <div>{line}</div>
        {button !== null && !isOpen && (
          <ShortcutButton
            size="small"
            label={button.label}
            shortcut={button.shortcut}
            onClick={button.onOpen}
          />
        )}
      </Head>
      {children}
    </Section>
  );
}

const Section = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 10,
  minWidth: 0,
});

const Head = styled('div')(({ theme: { vars } }) => ({
  ...ROW_BUTTONS,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 30,
  color: vars.palette.text.secondary,
  '& h2': { margin: 0, fontSize: '0.9375rem', fontWeight: 650, color: vars.palette.text.primary },
  '& > div': { flex: '1 1 0', minWidth: 0 },
}));
