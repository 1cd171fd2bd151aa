/** Schemas of the reasons why a payment was declined. */
import * as v from 'valibot';
import { DECLINE_REASONS } from '../declines';

/** Reason of a declined payment. A reason that is only known to a newer server is parsed as `unknown`. */
export const declineReason = v.fallback(v.picklist(DECLINE_REASONS), 'unknown');

/** Details of a declined payment as shown to staff, with the reason code of the card provider. */
export const decline = v.object({ reason: declineReason, code: v.nullable(v.string()) });
