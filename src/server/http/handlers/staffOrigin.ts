/** Who of the staff makes a call and from where, for the audit log. */
import type { SignedInStaff, StaffCaller } from '../../domain/caller';
import type { CallContext } from './handler';

export function originOf({ caller, ip, requestId }: CallContext<StaffCaller>): SignedInStaff {
  return { staffId: caller.staffId, username: caller.username, ip, requestId };
}
