/**
 * Sets up an authenticator app. The component shows a new secret as QR code, link and text, and asks for the first code
 * of the app to confirm the setup.
 */
import { styled } from '@mui/material/styles';
import type { Provisioning } from '../../../shared/contract/staff';
import { useCopy } from '../../hooks/useCopy';
import { SECOND_FACTOR_TEXTS } from '../../texts/staff/secondFactor';
import { PrimaryButton } from '../controls/PrimaryButton';
import { TextLink } from '../controls/TextLink';
import { QrCanvas } from '../display/QrCanvas';
import { CodeField, useCodeForm } from './CodeField';
import { FormError } from './FormError';

interface SecondFactorSetUpProps {
  provisioning: Provisioning;
  isSending: boolean;
  /** Error message about the last authenticator code, or null. */
  failure: string | null;
  submitLabel: string;
  onCode: (code: string) => void;
}

/** Matches groups of four characters, in which the secret is displayed. */
const GROUP = /.{1,4}/g;

export function SecondFactorSetUp({
  provisioning,
  isSending,
  failure,
  submitLabel,
  onCode,
}: SecondFactorSetUpProps) {
  const copy = useCopy();
  const { form, field } = useCodeForm((code) => {
    if (!isSending) onCode(code);
  });

  const copyKey = () =>
    void copy(provisioning.secret, SECOND_FACTOR_TEXTS.keyCopied, SECOND_FACTOR_TEXTS.keyCopyFailed);

  return (
    <Parts>
      <Part>
        <h2>{SECOND_FACTOR_TEXTS.scan}</h2>
        <Code>
          <QrCanvas text={provisioning.link} label={SECOND_FACTOR_TEXTS.qrCode} />
        </Code>
        <TextLink href={provisioning.link}>{SECOND_FACTOR_TEXTS.openApp}</TextLink>
      </Part>
      <Part>
        <h2>{SECOND_FACTOR_TEXTS.orType}</h2>
        <Key>
          {(provisioning.secret.match(GROUP) ?? []).map((group, index) => (
            <span key={index}>{group}</span>
          ))}
        </Key>
        <TextLink onClick={copyKey}>{SECOND_FACTOR_TEXTS.copyKey}</TextLink>
        <p>{SECOND_FACTOR_TEXTS.keepKey}</p>
      </Part>
      <Form {...form}>
        <CodeField label={SECOND_FACTOR_TEXTS.confirmLead} {...field} />
        <FormError title={failure} />
        <PrimaryButton
          type="submit"
          size="small"
          loading={isSending}
          loadingLabel={SECOND_FACTOR_TEXTS.confirming}
        >
          {submitLabel}
        </PrimaryButton>
      </Form>
    </Parts>
  );
}

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 });

const Part = styled('section')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'grid',
  justifyItems: 'start',
  gap: 8,
  '& h2': { ...typography.caption, margin: 0, fontWeight: 600 },
  '& p': { margin: 0, color: vars.palette.text.secondary },
}));

const Code = styled('div')({ '& canvas': { width: '200px !important' } });

const Key = styled('code')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 12px',
  width: '100%',
  padding: '10px 12px',
  borderRadius: 8,
  border: `1px solid ${vars.palette.surface.line}`,
  fontSize: '0.9375rem',
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  letterSpacing: '0.06em',
}));

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 });
