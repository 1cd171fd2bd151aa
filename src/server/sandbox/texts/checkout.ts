/** Texts of the fake of YooKassa's payment widget about declined payments, by cancellation reason. */
export const CHECKOUT_REASONS: Readonly<Record<string, string>> = {
  '3d_secure_failed': 'Оплата не подтверждена банком (3-D Secure).',
  call_issuer: 'Банк отклонил оплату. Позвони в банк или попробуй другую карту.',
  card_expired: 'Срок действия карты истёк.',
  country_forbidden: 'Картой этой страны заплатить нельзя.',
  fraud_suspected: 'Оплата похожа на мошенническую. Попробуй другую карту.',
  insufficient_funds: 'Недостаточно средств на карте. Попробуй другую карту.',
  invalid_card_number: 'Карта с таким номером не найдена. Проверь номер.',
  invalid_csc: 'Неверный код с обратной стороны карты.',
  issuer_unavailable: 'Банк не отвечает. Попробуй позже.',
  payment_method_limit_exceeded: 'Превышен лимит карты. Попробуй другую карту.',
  payment_method_restricted: 'Карта заблокирована. Попробуй другую карту.',
};
