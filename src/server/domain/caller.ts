/** Who makes a call, established from the bearer token before a handler runs. */
import type { StaffRole } from '../../shared/staffRoles';

/** What a verified identity token of Google sign-in says of its person. */
export interface VerifiedGoogleIdentity {
  /** `sub` of the token: the Firebase uid. */
  uid: string;
  /** Verified by Google (`email_verified`), in its normal form. */
  email: string;
  photoUrl: string | null;
  /** For example google.com. */
  providerId: string;
}

export interface CustomerCaller {
  kind: 'customer';
  accountId: number;
  uid: string;
  email: string;
  sessionId: number;
  /** Row of the device whose application holds the session; null: a browser's. */
  deviceId: number | null;
}

export interface StaffCaller {
  kind: 'staff';
  staffId: number;
  username: string;
  role: StaffRole;
  /** The family of the session: refresh tokens of one sign-in share it. */
  sessionFamily: string;
}

/** Who of the staff acts and from where: in every audit row. */
export interface StaffOrigin {
  /** Null for a sign-in that named nobody we know. */
  staffId: number | null;
  username: string;
  ip: string;
  requestId: string;
}

/** The same of a member of staff who is signed in. */
export interface SignedInStaff extends StaffOrigin {
  staffId: number;
}

export type Caller =
  | { kind: 'anonymous' }
  | CustomerCaller
  | { kind: 'google'; identity: VerifiedGoogleIdentity }
  | StaffCaller;
