/** Why a payment was declined, as calls tell it. */
import * as v from 'valibot';
import { DECLINE_REASONS } from '../declines';

/** A reason that only a newer server knows reads as unknown. */
export const declineReason = v.fallback(v.picklist(DECLINE_REASONS), 'unknown');

/** For staff, with the provider's own code. */
export const decline = v.object({ reason: declineReason, code: v.nullable(v.string()) });
