/**
 * Amounts, times and objects of the YooKassa API (`https://api.yookassa.ru/v3`). The schemas ignore unknown fields, because
 * YooKassa adds fields without a new version.
 */
import * as v from 'valibot';
import { storable } from '../providerText';

const ID_MAX_LENGTH = 36;

export const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(ID_MAX_LENGTH));

const text = v.pipe(
  v.string(),
  v.maxLength(512),
  v.transform((value) => storable(value)),
);

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);

/**
 * Formats kopecks as the decimal text that YooKassa expects.
 * @example writeAmount(44_900) // '449.00'
 */
export function writeAmount(kopecks: number): string {
  const digits = String(kopecks).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Converts the decimal text of an amount to kopecks without floating-point numbers. Amounts must be below 10 million
 * rubles, so the database can store them.
 */
export const amountText = v.pipe(
  v.string(),
  v.regex(/^\d{1,7}\.\d{2}$/),
  v.transform((value) => Number(value.replace('.', ''))),
);

export const money = v.object({ value: amountText, currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) });

/** Time in ISO 8601 and UTC, with milliseconds. */
const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((value) => new Date(value)),
  v.date(),
);

const cancellation = v.object({ party: v.string(), reason: v.pipe(v.string(), v.maxLength(64)) });

const paymentMethod = v.object({
  id,
  saved: v.optional(v.boolean(), false),
  card: optional(
    v.object({
      first6: v.optional(v.string(), ''),
      last4: v.optional(v.string(), ''),
      expiry_month: v.optional(v.string(), ''),
      expiry_year: v.optional(v.string(), ''),
    }),
  ),
});

/** Names of the metadata that this server adds to a payment. */
export const METADATA = { order: 'order_id', account: 'account_id', charge: 'charge_key' } as const;

export const paymentObject = v.object({
  id,
  status: v.picklist(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: money,
  created_at: moment,
  captured_at: optional(moment),
  expires_at: optional(moment),
  test: v.boolean(),
  refunded_amount: optional(money),
  payment_method: optional(paymentMethod),
  cancellation_details: optional(cancellation),
  metadata: v.optional(
    v.object({
      [METADATA.order]: optional(text),
      [METADATA.account]: optional(text),
      [METADATA.charge]: optional(text),
    }),
    {},
  ),
  confirmation: optional(v.object({ confirmation_token: v.optional(v.string()) })),
});

export type PaymentObject = v.InferOutput<typeof paymentObject>;

export const refundObject = v.object({
  id,
  payment_id: id,
  status: v.picklist(['pending', 'succeeded', 'canceled']),
  amount: money,
  created_at: moment,
  cancellation_details: optional(cancellation),
});

export type RefundObject = v.InferOutput<typeof refundObject>;

/** Page of a list, newest object first. `next_cursor` is absent on the last page. */
export const listObject = v.object({ items: v.array(v.unknown()), next_cursor: v.optional(v.string()) });

/** Text of which only the first characters are stored. */
const shortText = v.pipe(
  v.string(),
  v.transform((value) => storable(value).slice(0, 64)),
);

export const errorObject = v.object({
  code: v.optional(v.string(), 'unknown'),
  parameter: v.optional(shortText, ''),
  /** Time in ms for which YooKassa asks to wait. */
  retry_after: v.fallback(optional(v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000))), null),
});
