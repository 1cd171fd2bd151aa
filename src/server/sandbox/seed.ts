/** Demo customers: the same ones every time. */
import type { Deps } from '../deps';

export function seedDemoCustomers(_deps: Deps, _customers: number): Promise<{ created: number }> {
  return Promise.resolve({ created: 0 });
}
