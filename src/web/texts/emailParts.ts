/** Breaks of an email address into lines. */

/**
 * Splits an email address into parts between which a line may break: after `@` and after separators of the local part.
 * The domain is not split, so that no line starts with «ru». A domain of more than 22 characters may also be split
 * before its last two labels. The inline script of the documents contains the source text of this function, so the
 * function must not refer to anything outside its body.
 *
 * @example
 * emailParts('anna.k@mail.ru') // ['anna.', 'k@', 'mail.ru']
 */
export function emailParts(email: string): string[] {
  const longestWholeDomain = 22;
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  const name = email.slice(0, at).match(/[^.@+_-]*[.@+_-]/g) ?? [];
  return [
    ...name,
    ...(domain.length > longestWholeDomain ? (domain.match(/[^.-]*[.-](?=.*\.)|.+/g) ?? []) : [domain]),
  ].filter(Boolean);
}
