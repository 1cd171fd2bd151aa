/** Returns the staff member, IP address and request id of an API request, for the audit log. */
import type { SignedInStaff, StaffCaller } from '../../domain/caller';
import type { CallContext } from './handler';

export function buildStaffOrigin({ caller, ip, requestId }: CallContext<StaffCaller>): SignedInStaff {
  return { staffId: caller.staffId, username: caller.username, ip, requestId };
}
