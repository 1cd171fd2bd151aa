/** Screens that are still being built, and addresses that lead nowhere. */
export const PLACEHOLDER_TEXTS = {
  title: 'Этот экран ещё в работе',
  text: 'Здесь пока ничего нет, но мы его уже делаем. Всё остальное работает.',
} as const;

export const NOT_FOUND_TEXTS = {
  title: 'Такой страницы нет',
  text: 'Возможно, в адресе опечатка, или страница переехала.',
} as const;
