/** Who makes a call, established from the bearer token before a handler runs. */
import type { VerifiedGoogleIdentity } from '../googleIdentity/googleIdentity';

export type StaffRole = 'support' | 'senior' | 'admin';

export interface CustomerCaller {
  kind: 'customer';
  accountId: number;
  uid: string;
  email: string;
  sessionId: number;
}

export interface StaffCaller {
  kind: 'staff';
  staffId: number;
  username: string;
  role: StaffRole;
  /** The family of the session: refresh tokens of one sign-in share it. */
  sessionFamily: string;
}

export type Caller =
  { kind: 'anonymous' } | CustomerCaller | { kind: 'google'; identity: VerifiedGoogleIdentity } | StaffCaller;
