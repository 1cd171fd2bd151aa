/**
 * Defines the data map: for every column of every table, its class and the effect of an account deletion on its values.
 * `eraseAccount` executes the data map, the export of a customer's data reads it, and the document about personal data
 * is generated from it. A database column that is missing in the data map causes a compile error.
 */
import { eq, getTableColumns, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { ERASED_EMAIL } from '../../shared/erasedEmail';
import type { DataKind } from '../../shared/personalData';
import { likePattern } from '../domain/emailPart';
import { CONFIRMATION_EMAIL } from './confirmationCodes';
import { ERASED_UID_PREFIX } from './erasedUid';
import { accountEvents } from './schema/accountEvents';
import { accountIdentities, accounts } from './schema/accounts';
import { bulkPushDevices, bulkPushes } from './schema/bulkPushes';
import { changedObjects } from './schema/changedObjects';
import { chargeLimits } from './schema/chargeLimits';
import { confirmationCodes } from './schema/confirmationCodes';
import { consents, trialCards, trialCardUses } from './schema/consents';
import { customerNotes } from './schema/customerNotes';
import { customerTags } from './schema/customerTags';
import { dailyFigures } from './schema/dailyFigures';
import { connections, devices } from './schema/devices';
import { emailChanges } from './schema/emailChanges';
import { emailLinks, rejectedAddresses, restoreTokens } from './schema/emailLinks';
import { erasures } from './schema/erasures';
import { failedRequests } from './schema/failedRequests';
import { giftBatches, gifts } from './schema/gifts';
import { goneProviders } from './schema/goneProviders';
import { blockedLinkDomains, linkFetches } from './schema/linkDomains';
import { maintenanceNotice } from './schema/maintenanceNotice';
import { orders } from './schema/orders';
import { outbox } from './schema/outbox';
import { paymentIssues } from './schema/paymentIssues';
import { receipts } from './schema/receipts';
import { refunds } from './schema/refunds';
import { requestedPayments, savedMethods } from './schema/requestedPayments';
import { schemaState } from './schema/schemaState';
import { customerSessions } from './schema/sessions';
import {
  staffAccessTokens,
  staffAccounts,
  staffAudit,
  staffRefreshTokens,
  staffSessions,
} from './schema/staff';
import { staffPresence } from './schema/staffPresence';
import { ledgerEvents, paymentEvents, subscriptions } from './schema/subscriptions';
import { throttleCounters } from './schema/throttle';
import { uncleanAddresses } from './schema/uncleanAddresses';
import { vpnKeys, vpnLinks, vpnReconciliation } from './schema/vpn';
import { vpnAppLists } from './schema/vpnAppLists';

/** Account whose rows are erased or exported. */
export interface DataSubject {
  id: number;
  uid: string;
  /**
   * Email addresses of the account in normal form: the present address, and former addresses. Data of a former address
   * that now belongs to another account is data of that account.
   */
  emails: readonly string[];
}

/**
 * Class of a database column. `none`: the column contains no data about a person; anonymous ids and times have this
 * class. `personal`: the column identifies or describes a person. `secret`: the value gives access, or is a hash of a
 * secret. `financial`: the column contains amounts, ids of the card provider or card masks.
 */
export type DataClass = 'none' | 'personal' | 'secret' | 'financial';

/**
 * Personal or secret column of a row that remains after an account deletion. The value of such a column is either
 * replaced, or kept for a stated reason.
 */
type RemainingColumn =
  | 'none'
  | 'financial'
  | { class: 'personal' | 'secret'; erasedTo: string | null | SQL }
  | { class: 'personal' | 'secret'; staysBecause: string };

/** Object with one property per column of the table, so that a missing column causes a compile error. */
type Columns<T extends PgTable, Column> = { readonly [name in keyof T['_']['columns']]: Column };

interface DeletedRows {
  table: PgTable;
  kind: DataKind;
  /** Deletion of an account deletes these rows. */
  erasure: 'deleteRows';
  buildCondition: (subject: DataSubject) => SQL | undefined;
  columns: Readonly<Record<string, DataClass>>;
}

interface RedactedRows {
  table: PgTable;
  kind: DataKind;
  /** Deletion of an account keeps these rows and replaces their personal columns. */
  erasure: 'redactRows';
  buildCondition: (subject: DataSubject) => SQL | undefined;
  columns: Readonly<Record<string, RemainingColumn>>;
}

interface UnreachedTable {
  table: PgTable;
  kind: DataKind;
  /** Deletion of an account does not change the table. */
  erasure: 'none';
  because: string;
  columns: Readonly<Record<string, DataClass>>;
}

export type TableData = DeletedRows | RedactedRows | UnreachedTable;

type RowOf<Data extends TableData, T extends PgTable, Column> = Omit<
  Data,
  'erasure' | 'table' | 'columns'
> & {
  table: T;
  columns: Columns<T, Column>;
};

const deleted = <T extends PgTable>(row: RowOf<DeletedRows, T, DataClass>): TableData => ({
  ...row,
  erasure: 'deleteRows',
});
const redacted = <T extends PgTable>(row: RowOf<RedactedRows, T, RemainingColumn>): TableData => ({
  ...row,
  erasure: 'redactRows',
});
const unreached = <T extends PgTable>(row: RowOf<UnreachedTable, T, DataClass>): TableData => ({
  ...row,
  erasure: 'none',
});

const selectDevices = ({ id }: DataSubject): SQL => sql`(select id from devices where account_id = ${id})`;
const selectOrders = ({ id }: DataSubject): SQL => sql`(select id from orders where account_id = ${id})`;

/** Returns an SQL expression that keeps numbers and booleans of a JSON object, and drops texts, lists and objects. */
const withoutTexts = (column: string): SQL =>
  sql.raw(
    `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column}) where jsonb_typeof(value) in ('number', 'boolean'))`,
  );

/**
 * Returns the SQL condition that the details of an audit entry contain one of the account's email addresses or its uid.
 * The condition uses the index `staff_audit_mentions`.
 */
const mentions = ({ uid, emails }: DataSubject): SQL =>
  sql.join(
    [uid, ...emails].map(
      (name) => sql`lower(${staffAudit.details}::text) like ${likePattern(name.toLowerCase(), 'anywhere')}`,
    ),
    sql` or `,
  );

/** Minimum length, in characters, of a part of an email address that is erased from the audit log. */
const SEARCHED_PART_MIN = 4;

/** Returns all parts of an email address by which staff may have searched for it and which its domain does not contain. */
function listSearchedParts(email: string): string[] {
  const domain = email.slice(email.lastIndexOf('@'));
  const parts = new Set<string>();
  for (let from = 0; from < email.length; from += 1)
    for (let to = from + SEARCHED_PART_MIN; to <= email.length; to += 1) parts.add(email.slice(from, to));
  return [...parts].filter((part) => !domain.includes(part));
}

/**
 * Returns the SQL condition that an audit entry is about a staff search that found the account, or about a search for a
 * part of one of its email addresses, in the list of customers or in the search of the console. A search for a domain
 * identifies no customer. The condition uses the indexes `staff_audit_found`, `staff_audit_email_part` and
 * `staff_audit_value`.
 */
const searchesFor = ({ id, emails }: DataSubject): SQL => {
  // One text is passed instead of a list, because a long address has more parts than a statement may have parameters.
  const parts = emails.flatMap(listSearchedParts).join('\n');
  return sql`(${staffAudit.details}->'found') @> ${JSON.stringify([{ accountId: id }])}::jsonb
    or lower(${staffAudit.details}->>'emailPart') = any(string_to_array(${parts}, E'\\n'))
    or lower(${staffAudit.details}->>'value') = any(string_to_array(${parts}, E'\\n'))`;
};

/** SQL expression that computes the same value as `erasedUid`. A uid that is already erased is not changed. */
const ERASED_UID = `case when uid like '${ERASED_UID_PREFIX}%' then uid
  else '${ERASED_UID_PREFIX}' || rtrim(translate(encode(sha256(convert_to(uid, 'UTF8')), 'base64'), '+/', '-_'), '=') end`;

/**
 * Data map of all tables, in the order of erasure. The rows of a table are erased before the rows to which their
 * foreign keys refer, and before the rows by which `buildCondition` finds them.
 */
export const DATA_MAP: readonly TableData[] = [
  redacted({
    table: outbox,
    kind: 'messages',
    buildCondition: (subject) =>
      sql`kind in ('email', 'push') and (account_id = ${subject.id}
          or payload->>'to' in (${sql.join(
            subject.emails.map((email) => sql`${email}`),
            sql`, `,
          )})
          or dedupe_key in (select ${CONFIRMATION_EMAIL}::text || id from confirmation_codes
            where account_id = ${subject.id})
          or payload->>'token' in (select firebase_token from devices where account_id = ${subject.id}))`,
    columns: {
      id: 'none',
      kind: 'none',
      lane: 'none',
      dedupeKey: 'none',
      accountId: 'none',
      payload: { class: 'personal', erasedTo: sql`'{}'::jsonb` },
      state: {
        class: 'personal',
        erasedTo: sql`case when state in ('pending', 'failed') then 'dropped' else state end`,
      },
      attempts: 'none',
      turn: { class: 'personal', erasedTo: null },
      wantedAt: 'none',
      dueAt: 'none',
      dropAfter: 'none',
      lastError: { class: 'personal', erasedTo: null },
      finishedAt: { class: 'personal', erasedTo: sql`coalesce(finished_at, now())` },
    },
  }),
  deleted({
    table: confirmationCodes,
    kind: 'signInEmails',
    buildCondition: ({ id }) => eq(confirmationCodes.accountId, id),
    columns: {
      id: 'none',
      accountId: 'none',
      purpose: 'none',
      email: 'personal',
      requestTokenHash: 'secret',
      codeHash: 'secret',
      triesLeft: 'none',
      createdAt: 'none',
      expiresAt: 'none',
      usedAt: 'none',
      voidedAt: 'none',
    },
  }),
  deleted({
    table: emailChanges,
    kind: 'signInEmails',
    buildCondition: ({ id }) => eq(emailChanges.accountId, id),
    columns: {
      id: 'none',
      accountId: 'none',
      oldEmail: 'personal',
      changedAt: 'none',
      reservedUntil: 'none',
      restoredAt: 'none',
      deletionRequestedAt: 'none',
      deletionRequestedBy: 'none',
      deletionWaivesDays: 'none',
    },
  }),
  deleted({
    table: restoreTokens,
    kind: 'signInEmails',
    buildCondition: ({ emails }) =>
      inArray(
        restoreTokens.emailLinkId,
        sql`(select id from email_links where ${inArray(emailLinks.email, [...emails])})`,
      ),
    columns: {
      id: 'none',
      tokenHash: 'secret',
      emailLinkId: 'none',
      createdAt: 'none',
      expiresAt: 'none',
      usedAt: 'none',
    },
  }),
  deleted({
    table: emailLinks,
    kind: 'signInEmails',
    buildCondition: ({ emails }) => inArray(emailLinks.email, [...emails]),
    columns: {
      id: 'none',
      email: 'personal',
      gift: 'none',
      linkTokenHash: 'secret',
      mailTokenHash: 'secret',
      codeHash: 'secret',
      askedFrom: 'secret',
      codeTriesLeft: 'none',
      usesLeft: 'none',
      createdAt: 'none',
      expiresAt: 'none',
      usedAt: 'none',
      usedBy: 'none',
      voidedAt: 'none',
    },
  }),
  deleted({
    table: rejectedAddresses,
    kind: 'messages',
    buildCondition: ({ emails }) => inArray(rejectedAddresses.email, [...emails]),
    columns: { email: 'personal', rejectedAt: 'none', undecidedSince: 'none', reason: 'none' },
  }),
  deleted({
    table: accountEvents,
    kind: 'timeline',
    buildCondition: ({ id, emails }) =>
      or(eq(accountEvents.accountId, id), inArray(accountEvents.email, [...emails])),
    columns: {
      id: 'none',
      accountId: 'none',
      email: 'personal',
      at: 'none',
      kind: 'none',
      details: 'personal',
      outboxKey: 'none',
      outcome: 'none',
      outcomeReason: 'personal',
      requestId: 'none',
    },
  }),
  deleted({
    table: connections,
    kind: 'connections',
    buildCondition: ({ id }) => eq(connections.accountId, id),
    columns: {
      id: 'none',
      accountId: 'none',
      deviceId: 'personal',
      deviceName: 'personal',
      platform: 'personal',
      connectedAt: 'personal',
      success: 'none',
    },
  }),
  deleted({
    table: bulkPushDevices,
    kind: 'timeline',
    buildCondition: (subject) => inArray(bulkPushDevices.deviceId, selectDevices(subject)),
    columns: {
      id: 'none',
      bulkPushId: 'none',
      deviceId: 'none',
      outcome: 'none',
      reason: 'none',
      settledAt: 'none',
    },
  }),
  unreached({
    table: bulkPushes,
    kind: 'operation',
    because: 'A broadcast push is sent to many devices, and its text contains no customer data.',
    columns: {
      id: 'none',
      requestKey: 'none',
      push: 'none',
      deviceCount: 'none',
      createdAt: 'none',
      createdBy: 'none',
    },
  }),
  deleted({
    table: vpnLinks,
    kind: 'vpnCredentials',
    buildCondition: ({ id }) => eq(vpnLinks.accountId, id),
    columns: {
      id: 'none',
      accountId: 'none',
      tokenHash: 'secret',
      system: 'personal',
      createdAt: 'none',
      deviceId: 'none',
      app: 'personal',
      boundAt: 'none',
      revokedAt: 'none',
      domain: 'none',
      shownAt: 'none',
      lastFetchAt: 'none',
      lastFetchDomain: 'none',
    },
  }),
  redacted({
    table: vpnKeys,
    kind: 'vpnCredentials',
    buildCondition: (subject) => inArray(vpnKeys.deviceId, selectDevices(subject)),
    columns: {
      deviceId: 'none',
      generation: 'none',
      closedThrough: 'none',
      revision: 'none',
      appliedRevision: 'none',
      ref: { class: 'secret', erasedTo: null },
      wantedUntil: 'none',
      appliedUntil: 'none',
      appliedAt: 'none',
      openedAt: 'none',
      leaseUntil: 'none',
      lastSeenAt: { class: 'personal', erasedTo: null },
      notedAt: { class: 'personal', erasedTo: null },
      seenPass: 'none',
      blocked: 'none',
      endedAt: 'none',
      failedAt: 'none',
      problem: { class: 'personal', erasedTo: null },
    },
  }),
  deleted({
    table: customerSessions,
    kind: 'sessions',
    buildCondition: ({ id }) => eq(customerSessions.accountId, id),
    columns: {
      id: 'none',
      tokenHash: 'secret',
      accountId: 'none',
      deviceId: 'none',
      system: 'personal',
      application: 'personal',
      signInNotice: 'none',
      createdAt: 'personal',
      lastUsedAt: 'personal',
      revokedAt: 'none',
    },
  }),
  redacted({
    table: devices,
    kind: 'devices',
    buildCondition: ({ id }) => eq(devices.accountId, id),
    columns: {
      // The row of a device remains until the VPN panel has closed the device's credentials, whose names contain the
      // device id.
      id: 'none',
      accountId: 'none',
      deviceId: { class: 'personal', erasedTo: sql`'erased-' || id` },
      deviceName: { class: 'personal', erasedTo: '' },
      platform: { class: 'personal', erasedTo: 'other' },
      firebaseToken: { class: 'secret', erasedTo: null },
      isActive: 'none',
      firstActivation: 'none',
      attachedAt: 'none',
      detachedAt: 'none',
    },
  }),
  deleted({
    table: customerNotes,
    kind: 'supportNotes',
    buildCondition: ({ id }) => eq(customerNotes.accountId, id),
    columns: {
      id: 'none',
      accountId: 'none',
      text: 'personal',
      isPinned: 'none',
      createdAt: 'none',
      createdBy: 'none',
      requestKey: 'none',
      removedAt: 'none',
      removedBy: 'none',
    },
  }),
  deleted({
    table: customerTags,
    kind: 'supportNotes',
    buildCondition: ({ id }) => eq(customerTags.accountId, id),
    columns: { accountId: 'none', tag: 'personal', createdAt: 'none', createdBy: 'none' },
  }),
  deleted({
    table: staffPresence,
    kind: 'staff',
    buildCondition: ({ id }) => eq(staffPresence.accountId, id),
    columns: { accountId: 'none', staffId: 'none', seenAt: 'none' },
  }),
  redacted({
    table: consents,
    kind: 'consents',
    buildCondition: (subject) =>
      or(eq(consents.accountId, subject.id), inArray(consents.orderId, selectOrders(subject))),
    columns: {
      id: 'none',
      orderId: 'none',
      accountId: 'none',
      offerEdition: 'none',
      wording: 'none',
      amountKopecks: 'financial',
      recurringPaymentAmountKopecks: 'financial',
      currency: 'financial',
      recurringPaymentStartAt: 'financial',
      at: 'none',
      ip: { class: 'personal', erasedTo: '' },
      userAgent: { class: 'personal', erasedTo: '' },
      requestId: 'none',
    },
  }),
  redacted({
    table: trialCards,
    kind: 'trialCards',
    buildCondition: ({ id }) => eq(trialCards.accountId, id),
    columns: {
      cardHash: {
        class: 'secret',
        staysBecause: 'A card gets one free trial, also after its account is deleted. The hash is keyed.',
      },
      accountId: 'none',
      orderId: 'none',
      at: 'none',
    },
  }),
  redacted({
    table: trialCardUses,
    kind: 'trialCards',
    buildCondition: ({ id }) => eq(trialCardUses.accountId, id),
    columns: {
      orderId: 'none',
      accountId: 'none',
      cardHash: {
        class: 'secret',
        staysBecause:
          'A deletion must not allow further trials with a card whose trials are counted. The hash is keyed, and the row is deleted after 31 days.',
      },
      at: 'none',
    },
  }),
  deleted({
    table: savedMethods,
    kind: 'payments',
    buildCondition: (subject) =>
      or(eq(savedMethods.accountId, subject.id), inArray(savedMethods.orderId, selectOrders(subject))),
    columns: {
      orderId: 'none',
      accountId: 'none',
      provider: 'none',
      encryptedToken: 'secret',
      savedAt: 'none',
    },
  }),
  redacted({
    table: requestedPayments,
    kind: 'payments',
    buildCondition: (subject) =>
      or(
        eq(requestedPayments.accountId, subject.id),
        inArray(requestedPayments.orderId, selectOrders(subject)),
      ),
    columns: {
      id: 'none',
      key: 'financial',
      provider: 'none',
      kind: 'none',
      orderId: 'financial',
      accountId: 'none',
      payerId: { class: 'personal', erasedTo: '' },
      chargeAt: 'financial',
      attempt: 'none',
      amountKopecks: 'financial',
      currency: 'financial',
      isHold: 'financial',
      savesMethod: 'none',
      receiptLabel: 'financial',
      receiptTerms: 'financial',
      receiptEmail: { class: 'personal', erasedTo: null },
      receiptPhone: { class: 'personal', erasedTo: null },
      requestedAt: 'financial',
      transactionId: 'financial',
      confirmationToken: { class: 'secret', erasedTo: null },
      outcome: 'financial',
      settledAt: 'financial',
      askAt: 'none',
      tries: 'none',
      rejectedParameter: 'none',
      retryAt: 'none',
    },
  }),
  redacted({
    table: refunds,
    kind: 'payments',
    buildCondition: ({ id }) => eq(refunds.accountId, id),
    columns: {
      id: 'none',
      accountId: 'none',
      requestKey: 'none',
      provider: 'none',
      transactionId: 'financial',
      amountKopecks: 'financial',
      paidKopecks: 'financial',
      reason: 'financial',
      comment: { class: 'personal', erasedTo: '' },
      staffId: 'none',
      decidedAt: 'financial',
      state: 'financial',
      rejection: { class: 'personal', erasedTo: sql`case when rejection is null then null else '' end` },
      settledAt: 'financial',
    },
  }),
  redacted({
    table: receipts,
    kind: 'payments',
    // A receipt of a recurring charge may name only its transaction.
    buildCondition: (subject) =>
      or(
        inArray(receipts.orderId, selectOrders(subject)),
        sql`exists (select from payment_events where payment_events.account_id = ${subject.id}
            and payment_events.provider = receipts.provider
            and payment_events.transaction_id = receipts.transaction_id)`,
      ),
    columns: {
      id: 'none',
      provider: 'none',
      providerId: 'financial',
      transactionId: 'financial',
      orderId: 'financial',
      kind: 'financial',
      amountKopecks: 'financial',
      url: 'financial',
      operator: 'financial',
      documentNumber: 'financial',
      fiscalSign: 'financial',
      at: 'financial',
      receivedAt: 'none',
    },
  }),
  redacted({
    table: paymentIssues,
    kind: 'payments',
    buildCondition: (subject) =>
      or(eq(paymentIssues.accountId, subject.id), eq(paymentIssues.payerId, subject.uid)),
    columns: {
      id: 'none',
      key: 'financial',
      question: 'financial',
      provider: 'none',
      transactionId: 'financial',
      orderId: 'financial',
      accountId: 'none',
      payerId: {
        class: 'personal',
        erasedTo: sql`case when payer_id in (select uid from accounts where id = payment_issues.account_id) then null else payer_id end`,
      },
      amountKopecks: 'financial',
      currency: 'financial',
      reason: 'financial',
      outboxKey: 'none',
      action: 'financial',
      note: { class: 'personal', erasedTo: null },
      staffId: 'none',
      actedAt: 'none',
      at: 'financial',
      openedAt: 'none',
      outcome: 'financial',
      settledAt: 'none',
    },
  }),
  redacted({
    table: paymentEvents,
    kind: 'payments',
    buildCondition: ({ id }) => eq(paymentEvents.accountId, id),
    columns: {
      id: 'none',
      eventKey: 'financial',
      provider: 'none',
      kind: 'financial',
      source: 'none',
      accountId: 'none',
      orderId: 'financial',
      transactionId: 'financial',
      verdict: 'financial',
      // The card provider reports the uid as the id of the payer.
      payload: { class: 'personal', erasedTo: sql`payload - 'accountId'` },
      providerAt: 'financial',
      receivedAt: 'none',
    },
  }),
  redacted({
    table: ledgerEvents,
    kind: 'payments',
    buildCondition: ({ id }) => eq(ledgerEvents.accountId, id),
    columns: {
      id: 'none',
      accountId: 'none',
      eventKey: 'financial',
      at: 'financial',
      kind: 'financial',
      data: 'financial',
      recordedAt: 'none',
    },
  }),
  redacted({
    table: subscriptions,
    kind: 'payments',
    buildCondition: ({ id }) => eq(subscriptions.accountId, id),
    columns: {
      accountId: 'none',
      status: 'financial',
      recurring: 'financial',
      accessUntil: 'financial',
      nextChargeAt: 'financial',
      lastGrant: 'financial',
      amountKopecks: 'financial',
      providerRecurringPaymentId: 'financial',
      firstPaymentActivated: 'financial',
      totalPaidKopecks: 'financial',
      cardMask: 'financial',
      provider: 'none',
      accessContinuesUntil: 'financial',
      goneMark: 'none',
      graceUntil: 'financial',
      ownChargeDueAt: 'none',
      statusChangesAt: 'none',
      reconcileAt: 'none',
      emailDueAt: { class: 'personal', erasedTo: null },
      updatedAt: 'none',
    },
  }),
  redacted({
    table: orders,
    kind: 'payments',
    buildCondition: ({ id }) => eq(orders.accountId, id),
    columns: {
      id: 'financial',
      accountId: 'none',
      provider: 'none',
      payerId: {
        class: 'personal',
        staysBecause:
          'A random id that differs from the uid. The card provider reports later events of a campaign order under this id.',
      },
      payerPhone: { class: 'personal', erasedTo: null },
      kind: 'financial',
      variant: 'none',
      amountKopecks: 'financial',
      currency: 'financial',
      recurringPaymentAmountKopecks: 'financial',
      recurringPaymentStartAt: 'financial',
      recurringPaymentId: 'financial',
      receiptTerms: 'financial',
      recurringReceiptTerms: 'financial',
      createdAt: 'none',
      offeredAt: 'none',
      attemptTransactionId: 'financial',
      attemptedAt: 'financial',
      attemptCardHashes: { class: 'personal', erasedTo: null },
      declineReason: 'financial',
      rejection: 'financial',
      paidTransactionId: 'financial',
      paidAt: 'financial',
      reconcileAt: 'none',
      reconcileTries: 'none',
    },
  }),
  redacted({
    table: gifts,
    kind: 'gifts',
    buildCondition: ({ id }) => eq(gifts.activatedBy, id),
    columns: {
      id: 'none',
      keyHash: {
        class: 'secret',
        staysBecause:
          'The gift is used, so the hash of its key gives no access. Without the hash, staff could not find the used gift by its key.',
      },
      keyEnding: 'none',
      batchId: 'none',
      months: 'none',
      createdAt: 'none',
      createdBy: 'none',
      activatedAt: 'none',
      activatedBy: 'none',
      revokedAt: 'none',
      revokedBy: 'none',
    },
  }),
  unreached({
    table: giftBatches,
    kind: 'operation',
    because: 'A batch of gift keys belongs to no customer.',
    columns: {
      id: 'none',
      name: 'none',
      months: 'none',
      size: 'none',
      createdAt: 'none',
      createdBy: 'none',
      requestHash: 'none',
    },
  }),
  redacted({
    table: staffAudit,
    kind: 'staffAudit',
    buildCondition: (subject) =>
      or(eq(staffAudit.accountId, subject.id), mentions(subject), searchesFor(subject)),
    columns: {
      id: 'none',
      at: 'none',
      staffId: 'none',
      username: { class: 'personal', staysBecause: 'Identifies the staff member, not the customer.' },
      action: 'none',
      accountId: 'none',
      details: { class: 'personal', erasedTo: withoutTexts('details') },
      ip: { class: 'personal', staysBecause: 'IP address of the staff member, not of the customer.' },
      requestId: 'none',
    },
  }),
  deleted({
    table: failedRequests,
    kind: 'account',
    buildCondition: ({ id }) => eq(failedRequests.accountId, id),
    columns: {
      requestId: 'none',
      at: 'none',
      call: 'personal',
      accountId: 'none',
      errorCode: 'none',
      error: 'none',
    },
  }),
  deleted({
    table: uncleanAddresses,
    kind: 'account',
    buildCondition: ({ id }) => eq(uncleanAddresses.accountId, id),
    columns: { accountId: 'none', visibleEmail: 'personal', foundAt: 'none' },
  }),
  deleted({
    table: accountIdentities,
    kind: 'account',
    buildCondition: ({ id }) => eq(accountIdentities.accountId, id),
    columns: { provider: 'personal', subject: 'personal', accountId: 'none', createdAt: 'none' },
  }),
  redacted({
    table: accounts,
    kind: 'account',
    buildCondition: ({ id }) => eq(accounts.id, id),
    columns: {
      id: 'none',
      // The uid is replaced by its hash. If the card provider reports a payment after the deletion, the server finds the
      // deleted account by this hash.
      uid: { class: 'personal', erasedTo: sql.raw(ERASED_UID) },
      email: {
        class: 'personal',
        erasedTo: sql.raw(`'${ERASED_EMAIL.before}' || id || '${ERASED_EMAIL.after}'`),
      },
      photoUrl: { class: 'personal', erasedTo: null },
      phone: { class: 'personal', erasedTo: null },
      providerId: { class: 'personal', erasedTo: 'email' },
      createdAt: 'none',
      emailChangedAt: 'none',
      erasedAt: 'none',
    },
  }),
  redacted({
    table: erasures,
    kind: 'erasures',
    buildCondition: ({ id }) => eq(erasures.accountId, id),
    columns: {
      accountId: 'none',
      requestedBy: 'none',
      staffId: 'none',
      waivedDays: 'none',
      payerId: { class: 'personal', erasedTo: null },
      erasedAt: 'none',
      journaledAt: 'none',
      finishedAt: 'none',
    },
  }),
  unreached({
    table: throttleCounters,
    kind: 'attemptCounters',
    because:
      'The keys are hashes and contain no account id. Each row is deleted at the end of its time window, after at most one day.',
    columns: { key: 'secret', tries: 'none', windowEndsAt: 'none' },
  }),
  unreached({
    table: changedObjects,
    kind: 'operation',
    because:
      'Contains ids of payments and refunds that are read again, without account ids. Each row is deleted after two days.',
    columns: {
      id: 'none',
      provider: 'none',
      event: 'none',
      kind: 'none',
      objectId: 'financial',
      isKnown: 'none',
      receivedAt: 'none',
      dueAt: 'none',
      tries: 'none',
    },
  }),
  unreached({
    table: dailyFigures,
    kind: 'operation',
    because: 'Contains daily totals without account ids.',
    columns: { id: 'none', day: 'none', figure: 'none', label: 'none', count: 'none', kopecks: 'financial' },
  }),
  unreached({
    table: vpnReconciliation,
    kind: 'operation',
    because: 'Contains one row with the schedule of a job.',
    columns: {
      id: 'none',
      pass: 'none',
      dueAt: 'none',
      readAt: 'none',
      settingsComparedAt: 'none',
      otherSettings: 'none',
      overdue: 'none',
      clockAheadMs: 'none',
    },
  }),
  unreached({
    table: chargeLimits,
    kind: 'operation',
    because: 'Contains the pause and the pace of the charges at each card provider.',
    columns: {
      provider: 'none',
      pauseReason: 'none',
      pausedAt: 'none',
      probeAt: 'none',
      perMinute: 'none',
      slowedAt: 'none',
      waitUntil: 'none',
    },
  }),
  unreached({
    table: goneProviders,
    kind: 'operation',
    because: 'Contains the card providers that the operator marked as gone.',
    columns: {
      id: 'none',
      provider: 'none',
      markedAt: 'none',
      graceUntil: 'none',
      backAt: 'none',
      finishedAt: 'none',
    },
  }),
  unreached({
    table: vpnAppLists,
    kind: 'operation',
    because: 'Contains the VPN apps that customers are offered, not data about customers.',
    columns: {
      version: 'none',
      apps: 'none',
      origin: 'none',
      restoredVersion: 'none',
      createdAt: 'none',
      createdBy: 'none',
    },
  }),
  unreached({
    table: maintenanceNotice,
    kind: 'operation',
    because: 'Contains the public text that staff wrote for all pages.',
    columns: { id: 'none', version: 'none', text: 'none', endsAt: 'none' },
  }),
  unreached({
    table: blockedLinkDomains,
    kind: 'operation',
    because: 'Contains the link domains that an admin marked as blocked.',
    columns: { domain: 'none', blockedAt: 'none' },
  }),
  unreached({
    table: linkFetches,
    kind: 'operation',
    because: 'Counts the fetches of device links by link domain and hour.',
    columns: { domain: 'none', hour: 'none', served: 'none', rejected: 'none', failed: 'none' },
  }),
  unreached({
    table: schemaState,
    kind: 'operation',
    because: 'Contains one row with the oldest version of the product that may use the database.',
    columns: { id: 'none', oldestVersion: 'none', earlierVersionsRun: 'none' },
  }),
  unreached({
    table: staffAccounts,
    kind: 'staff',
    because: 'Contains data about staff only, not about customers.',
    columns: {
      id: 'none',
      username: 'personal',
      passwordHash: 'secret',
      role: 'none',
      createdAt: 'none',
      createdBy: 'none',
      disabledAt: 'none',
      totpSecret: 'secret',
      totpConfirmedAt: 'none',
      totpLastStep: 'none',
    },
  }),
  unreached({
    table: staffSessions,
    kind: 'staff',
    because: 'Contains data about staff only, not about customers.',
    columns: {
      family: 'none',
      staffId: 'none',
      createdAt: 'none',
      expiresAt: 'none',
      revokedAt: 'none',
      ip: 'personal',
      userAgent: 'personal',
    },
  }),
  unreached({
    table: staffRefreshTokens,
    kind: 'staff',
    because: 'Contains data about staff only, not about customers.',
    columns: { tokenHash: 'secret', family: 'none', createdAt: 'none', usedAt: 'none' },
  }),
  unreached({
    table: staffAccessTokens,
    kind: 'staff',
    because: 'Contains data about staff only, not about customers.',
    columns: { tokenHash: 'secret', family: 'none', expiresAt: 'none', usedAt: 'none' },
  }),
];

/** Returns the class of a column. `column` is its name in the schema, such as `createdAt`. */
export function findDataClass({ columns }: TableData, column: string): DataClass {
  const data: RemainingColumn | DataClass = columns[column] ?? 'none';
  return typeof data === 'object' ? data.class : data;
}

/** Database column of the data map, as documents and tests read it. */
export interface MappedColumn {
  table: string;
  column: string;
  kind: DataKind;
  class: DataClass;
  /** Effect of an account deletion on the value of the column. */
  erasure: 'deleted' | 'replaced' | 'stays';
}

/** Returns all database columns of the data map. */
export function mappedColumns(): MappedColumn[] {
  return DATA_MAP.flatMap((row) =>
    Object.entries(getTableColumns(row.table)).map(([name, column]) => {
      const data = row.columns[name] ?? 'none';
      const isReplaced = typeof data === 'object' && 'erasedTo' in data;
      return {
        table: getTableName(row.table),
        column: column.name,
        kind: row.kind,
        class: findDataClass(row, name),
        erasure: row.erasure === 'deleteRows' ? 'deleted' : isReplaced ? 'replaced' : 'stays',
      } as const;
    }),
  );
}
