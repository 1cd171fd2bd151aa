/** Words about detaching a customer's device. */
export const DETACH_TEXTS = {
  detach: 'Detach',
  detachLabel: (name: string) => `Detach ${name}`,
  detaching: 'Detaching',
  title: (name: string) => `Detach “${name}”?`,
  text: 'The VPN stops on this device and its slot becomes free. The customer can attach it again.',
  detached: 'Detached Successfully',
  detachFailed: 'data detached failed',
} as const;
