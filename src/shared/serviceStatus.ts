/** States of the services that the public page /status shows. */
import * as v from 'valibot';

/** State of a service. `unknown` means that nothing was measured recently. */
const SERVICE_STATES = ['works', 'slow', 'down', 'unknown'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

const state = v.picklist(SERVICE_STATES);

export const serviceStatusSchema = v.object({
  /** Time of the measurement, in ISO 8601 UTC. */
  at: v.string(),
  /** Delivery of sign-in emails. */
  signIn: state,
  /** Payments at the card provider. */
  payment: state,
  /** VPN configurations for devices. */
  vpn: state,
});

export type ServiceStatus = v.InferOutput<typeof serviceStatusSchema>;
export type ServiceName = Exclude<keyof ServiceStatus, 'at'>;
