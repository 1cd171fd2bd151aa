/**
 * Bounds of the tables to which customers and strangers can append rows. A table that a call outside the staff console
 * appends to (`callRules.ts`) and that has no bound here causes a compile error. `rowBounds.test.ts` checks each bound.
 */
import { LAST_EMAIL_USES } from '../../shared/constants';
import type { Contract } from '../../shared/contract/contract';
import { CONNECTIONS_OF_DEVICE } from '../store/connections';
import type { LimitName } from '../throttle/limits';
import { CUSTOMER_SESSIONS_MAX, ENDED_SESSIONS_MAX } from '../usecases/accounts/sessions';
import type { CALL_RULES, ROUTE_RULES } from './callRules';

type RulesOfCalls = typeof CALL_RULES;
type RulesOfRoutes = typeof ROUTE_RULES;

/** Tables to which calls outside the staff console, and the routes that are not part of the contract, append. */
export type AppendedTable =
  | {
      [Name in keyof RulesOfCalls]: Contract[Name]['audience'] extends `staff:${string}`
        ? never
        : RulesOfCalls[Name]['appends'][number];
    }[keyof RulesOfCalls]
  | RulesOfRoutes[keyof RulesOfRoutes]['appends'][number]
  | 'failedRequests'
  | 'staffAudit'
  | 'throttleCounters';

export type RowBound =
  /** Each request that appends a row counts towards one of these limits. Old rows are deleted (`dropStale.ts`). */
  | { limits: readonly [LimitName, ...LimitName[]] }
  /** There are at most `atMost` rows for each `of`. */
  | { of: string; atMost: number }
  /**
   * Only a payment that the card provider confirms, the use of a gift, or the end of a recurring payment appends a row, so
   * a request alone appends none.
   */
  | 'payments'
  /** Only staff who have signed in append rows. */
  | 'staff';

export const ROW_BOUNDS: Readonly<Record<AppendedTable, RowBound>> = {
  accountEvents: {
    limits: [
      'emailsFromNetwork',
      'emailsFromBroadNetwork',
      'signInRejectionEntries',
      'googleSignIns',
      'attachments',
      'linkRejectionEntries',
      'consentsOfAccount',
      'confirmationCodesOfAccount',
    ],
  },
  accountIdentities: { of: 'verified identity', atMost: 1 },
  accounts: { of: 'verified mailbox', atMost: 1 },
  changedObjects: { limits: ['unknownObjectsFromNetwork', 'changedObjectsOfOwner'] },
  confirmationCodes: { limits: ['confirmationCodesOfAccount'] },
  connections: { of: 'device', atMost: CONNECTIONS_OF_DEVICE },
  consents: { limits: ['consentsOfAccount'] },
  customerSessions: { of: 'account', atMost: CUSTOMER_SESSIONS_MAX + ENDED_SESSIONS_MAX },
  dailyFigures: 'payments',
  devices: { limits: ['attachments'] },
  emailChanges: { limits: ['confirmationCodesOfAccount'] },
  emailLinks: { limits: ['emailsFromNetwork', 'emailsFromBroadNetwork'] },
  erasures: { of: 'account', atMost: 1 },
  failedRequests: { limits: ['failedRequests', 'failedRequestsInADay'] },
  ledgerEvents: 'payments',
  linkFetches: { of: 'link domain and hour', atMost: 1 },
  orders: { limits: ['campaignOrders', 'campaignOrdersFromBroadNetwork', 'consentsOfAccount'] },
  outbox: {
    limits: [
      'emailsFromNetwork',
      'emailsFromBroadNetwork',
      'attachments',
      'confirmationCodesOfAccount',
      'linkFetches',
      'appCalls',
      'phoneChangesOfAccount',
    ],
  },
  paymentEvents: 'payments',
  paymentIssues: 'payments',
  receipts: 'payments',
  refunds: 'payments',
  requestedPayments: { of: 'order and minute', atMost: 4 },
  restoreTokens: { of: 'sign-in email', atMost: LAST_EMAIL_USES },
  savedMethods: 'payments',
  staffAccessTokens: 'staff',
  staffAudit: {
    limits: ['staffSignIn', 'staffSignInFromNetwork', 'staffSignInOfUser', 'staffSignInOfDevice'],
  },
  staffRefreshTokens: 'staff',
  staffSessions: 'staff',
  subscriptions: { of: 'account', atMost: 1 },
  throttleCounters: { limits: ['emailsFromNetwork', 'emailsFromBroadNetwork', 'staffSignInFromNetwork'] },
  trialCards: 'payments',
  trialCardUses: 'payments',
  vpnKeys: { limits: ['attachments'] },
  vpnLinks: { limits: ['attachments'] },
};
