/**
 * Companies and services that receive personal data of customers, by role. The privacy policy lists the recipients that
 * the configuration contains.
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

/** Roles of recipients that are assumed to be outside Russia, unless `RECIPIENTS_ABROAD` contains a different list. */
export const ABROAD_BY_DEFAULT: readonly RecipientRole[] = [
  'pushService',
  'googleSignIn',
  'vpnPanel',
  'errorReports',
];

export interface Recipient {
  role: RecipientRole;
  /** Whether the recipient receives the data outside Russia («трансграничная передача», 152-FZ, art. 12). */
  isAbroad: boolean;
}

/** Part of the browser configuration that determines the recipients of personal data. */
interface Configured {
  google: { enabled: boolean };
  pushNotifications?: boolean | undefined;
  connect?: object | undefined;
  errorReportingDsn?: string | undefined;
  recipientsAbroad?: readonly RecipientRole[] | undefined;
}

/**
 * Returns the recipients of a configuration. The card provider and the mail server are always included, because
 * the product cannot work without them.
 */
export function listRecipients({
  google,
  pushNotifications = true,
  connect,
  errorReportingDsn,
  recipientsAbroad = ABROAD_BY_DEFAULT,
}: Configured): Recipient[] {
  const isConfigured: Record<RecipientRole, boolean> = {
    cardProvider: true,
    mailServer: true,
    pushService: pushNotifications,
    googleSignIn: google.enabled,
    vpnPanel: connect !== undefined,
    errorReports: errorReportingDsn !== undefined,
  };
  return RECIPIENT_ROLES.filter((role) => isConfigured[role]).map((role) => ({
    role,
    isAbroad: recipientsAbroad.includes(role),
  }));
}
