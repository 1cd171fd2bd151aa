/**
 * What the card provider's reason codes of a declined payment come down to. Each reader has words of
 * its own: the customer at the dialog, the customer in a letter, staff.
 */

const CODES = {
  unexplained: [5001, 5005, 5019],
  lostOrStolen: [5004, 5007, 5041, 5043],
  unknownCard: [5006, 5014, 5015],
  notForInternet: [5012, 5036, 5062],
  amount: [5013],
  tryLater: [5030],
  suspicious: [5034, 5059],
  noMoney: [5051],
  expired: [5054],
  forbidden: [5057, 5058],
  limit: [5061],
  wrongCvv: [5082],
  unavailable: [5091, 5092, 5096],
  threeDs: [5206],
  notAccepted: [5300],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type DeclineKind = keyof typeof CODES;

const KINDS: ReadonlyMap<number, DeclineKind> = new Map(
  (Object.keys(CODES) as DeclineKind[]).flatMap((kind) => CODES[kind].map((code) => [code, kind] as const)),
);

/** After these the card provider does not try the charge of a recurrence again. */
const FINAL: readonly number[] = [5001, 5003, 5005, 5012, 5017, 5033, 5034, 5057];

/** Whether the card provider tries a declined monthly charge again; a code that is not known is tried. */
export function isTriedAgain(reasonCode: number | null | undefined): boolean {
  return !FINAL.includes(reasonCode ?? Number.NaN);
}

/** Null for a code that is not known, and for none. */
export function declineKind(reasonCode: number | null | undefined): DeclineKind | null {
  return KINDS.get(reasonCode ?? Number.NaN) ?? null;
}
