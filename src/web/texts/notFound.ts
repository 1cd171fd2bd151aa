/** Addresses that lead nowhere. */
export const NOT_FOUND_TEXTS = {
  title: 'Такой страницы нет',
  text: 'Возможно, в адресе опечатка, или страница переехала.',
} as const;
