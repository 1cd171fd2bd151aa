/** Texts of the page for unknown paths. */
export const NOT_FOUND_TEXTS = {
  title: 'Такой страницы нет',
  text: 'Возможно, в адресе опечатка, или страница переехала.',
} as const;
