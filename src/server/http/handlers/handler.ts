/** The shape of a handler: a validated, authorised call in, the row's answer out. */
import type {
  Audience,
  Call,
  ParsedBodyOf,
  ParsedQueryOf,
  SentResponseOf,
} from '../../../shared/contract/call';
import type { Deps } from '../../deps';
import type { VerifiedGoogleIdentity } from '../../domain/caller';
import type { Caller, CustomerCaller, StaffCaller } from '../../domain/caller';

/** The callers that an audience lets through. */
type CallerFor<A extends Audience> = A extends 'public'
  ? { kind: 'anonymous' }
  : A extends 'customer'
    ? CustomerCaller
    : A extends 'google'
      ? { kind: 'google'; identity: VerifiedGoogleIdentity }
      : A extends 'customerOrGoogle'
        ? CustomerCaller | { kind: 'google'; identity: VerifiedGoogleIdentity }
        : A extends `customerOrStaff:${string}`
          ? CustomerCaller | StaffCaller
          : StaffCaller;

export interface CallContext<C extends Caller = Caller> {
  deps: Deps;
  caller: C;
  requestId: string;
  /** Address of the client, for throttles and the audit log. */
  ip: string;
  userAgent: string;
}

type Handler<Row extends Call> = (
  context: CallContext<CallerFor<Row['audience']>>,
  input: { body: ParsedBodyOf<Row>; query: ParsedQueryOf<Row> },
) => Promise<SentResponseOf<Row>>;

/** A handler for each call of a file of the contract. */
export type HandlersOf<Rows extends Readonly<Record<string, Call>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};

/** The answer of a change that leaves nothing to tell, once the change is made. */
export async function succeeded(change: Promise<unknown>): Promise<{ success: true }> {
  await change;
  return { success: true };
}
