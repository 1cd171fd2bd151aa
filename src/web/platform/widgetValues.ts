/** Checked access to unknown results of the card provider's payment widget, which both of its APIs use. */

/** Color scheme of the card dialog. */
export type Skin = 'classic' | 'modern';

/** Returns a property of an unknown value, or undefined. */
export function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

/** Returns a reason code of the card provider, or null. */
export function parseCode(value: unknown): number | null {
  const code = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && Number.isInteger(code) ? code : null;
}

/** Method of the widget, bound to the widget. */
export type Method = (...parameters: unknown[]) => unknown;

/** Returns a method of the widget, or null if the widget has no such method. */
export function findMethod(target: object, name: string): Method | null {
  const method = readField(target, name);
  return typeof method === 'function'
    ? (...parameters) => Reflect.apply(method, target, parameters) as unknown
    : null;
}
