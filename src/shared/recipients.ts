/**
 * Companies and services that receive personal data of customers, by role. The privacy policy lists those that the
 * configuration contains.
 */
export const RECIPIENT_ROLES = [
  'cardProvider',
  'mailServer',
  'pushService',
  'googleSignIn',
  'vpnPanel',
  'errorReports',
] as const;

export type RecipientRole = (typeof RECIPIENT_ROLES)[number];

/** Roles whose service is assumed to be outside Russia unless `RECIPIENTS_ABROAD` lists others. */
export const ABROAD_BY_DEFAULT: readonly RecipientRole[] = [
  'pushService',
  'googleSignIn',
  'vpnPanel',
  'errorReports',
];

export interface Recipient {
  role: RecipientRole;
  /** Whether data leaves Russia («трансграничная передача», 152-FZ, art. 12). */
  isAbroad: boolean;
}

/** Parts of the configuration of the browser app that decide who receives data. */
interface Configured {
  google: { enabled: boolean };
  connect?: object | undefined;
  errorReportingDsn?: string | undefined;
  recipientsAbroad?: readonly RecipientRole[] | undefined;
}

/** Returns the recipients of a configuration. The product always needs the card provider, the mail server and the push service. */
export function recipientsOf({
  google,
  connect,
  errorReportingDsn,
  recipientsAbroad = ABROAD_BY_DEFAULT,
}: Configured): Recipient[] {
  const isConfigured: Record<RecipientRole, boolean> = {
    cardProvider: true,
    mailServer: true,
    pushService: true,
    googleSignIn: google.enabled,
    vpnPanel: connect !== undefined,
    errorReports: errorReportingDsn !== undefined,
  };
  return RECIPIENT_ROLES.filter((role) => isConfigured[role]).map((role) => ({
    role,
    isAbroad: recipientsAbroad.includes(role),
  }));
}
