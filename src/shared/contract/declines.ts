/** Schemas of the reasons why a payment was declined. */
import * as v from 'valibot';
import { DECLINE_REASONS } from '../declines';

/** Reason of a decline. A reason that only a newer server knows is parsed as `unknown`. */
export const declineReason = v.fallback(v.picklist(DECLINE_REASONS), 'unknown');

/** Decline for staff, with the reason code of the card provider. */
export const decline = v.object({ reason: declineReason, code: v.nullable(v.string()) });
