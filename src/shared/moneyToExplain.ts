/** Money that needs an explanation: what is asked, what staff may do, and how it ends. */

/** Why a payment was not accepted, or which command does not succeed. */
export const MONEY_QUESTIONS = [
  /** Not what the order or its recurrence asks for. */
  'wrongAmount',
  /** The order is another customer's. */
  'foreignOrder',
  /** No order of ours is named. */
  'unknownOrder',
  /** Nobody we know paid it. */
  'unknownAccount',
  /** A campaign payment without an email: whose it is will never be known. */
  'payerUnknown',
  /** The card provider refuses to give money back. */
  'refundRefused',
  /** The card provider has not done for hours what it was asked for: a recurrence may still charge. */
  'commandStuck',
] as const;
export type MoneyQuestion = (typeof MONEY_QUESTIONS)[number];

/** retry: the same command again; refund: give the payment back; explained: nothing is left to do. */
export const MONEY_ACTIONS = ['retry', 'refund', 'explained'] as const;
export type MoneyAction = (typeof MONEY_ACTIONS)[number];

/** returned: the money went back; done: the command succeeded; explained: staff say why. */
export const MONEY_OUTCOMES = ['returned', 'done', 'explained'] as const;
export type MoneyOutcome = (typeof MONEY_OUTCOMES)[number];
