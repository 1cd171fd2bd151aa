/** Texts of detaching a customer's device. */
export const DETACH_TEXTS = {
  detach: 'Detach',
  detachLabel: (name: string) => `Detach ${name}`,
  detaching: 'Detaching',
  title: (name: string) => `Detach “${name}”?`,
  text: 'This disconnects the VPN on this device and frees the slot. The customer can add it again later.',
  detached: 'Detached Successfully',
  detachFailed: 'data detached failed',
} as const;
