/** Caller of an API request. The server determines the caller from the bearer token before the request handler runs. */
import type { StaffRole } from '../../shared/staffRoles';

/** Identity from a verified identity token of Google sign-in. */
export interface VerifiedGoogleIdentity {
  /** Firebase uid, from the `sub` claim of the token. */
  uid: string;
  /** Email address that Google verified (`email_verified` claim), in its normal form. */
  email: string;
  photoUrl: string | null;
  /** Id of the sign-in provider, for example `google.com`. */
  providerId: string;
}

/** Customer with a valid session. */
export interface CustomerCaller {
  kind: 'customer';
  accountId: number;
  uid: string;
  email: string;
  /** Phone number for receipts, in E.164, or null if the customer entered none. */
  phone: string | null;
  sessionId: number;
  /** Whether the customer has changed the email, so that other browsers may still send a former one. */
  hasChangedEmail: boolean;
  /** Id of the device whose app owns the session, or null for a browser session. */
  deviceId: number | null;
}

/** Staff member with a valid session. */
export interface StaffCaller {
  kind: 'staff';
  staffId: number;
  username: string;
  role: StaffRole;
  /** Id of the session family. All refresh tokens of one sign-in belong to the same family. */
  sessionFamily: string;
}

/** Staff member, IP address and request id of an action, which every audit row contains. */
export interface StaffOrigin {
  /** Id of the staff member, or null for a sign-in attempt with an unknown username. */
  staffId: number | null;
  username: string;
  ip: string;
  requestId: string;
}

/** Origin of an action of a signed-in staff member. */
export interface SignedInStaff extends StaffOrigin {
  staffId: number;
}

/** Caller of an API request. A `google` caller sent a Google identity token instead of a session token. */
export type Caller =
  | { kind: 'anonymous' }
  | CustomerCaller
  | { kind: 'google'; identity: VerifiedGoogleIdentity }
  | StaffCaller;
