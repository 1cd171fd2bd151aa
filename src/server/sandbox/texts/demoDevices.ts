/** Device names of the demo customers. */
export const DEMO_DEVICES = [
  { deviceName: 'Samsung Galaxy S24 Ultra', platform: 'android' },
  { deviceName: 'iPhone 15', platform: 'ios' },
  { deviceName: 'Рабочий ноутбук', platform: 'desktop' },
  { deviceName: 'Xiaomi Redmi Note 13', platform: 'android' },
  { deviceName: 'Домашний компьютер', platform: 'desktop' },
  { deviceName: 'iPad мамы', platform: 'ios' },
  { deviceName: 'Приставка в гостиной', platform: 'other' },
] as const;
