import { cloudPaymentsDecline } from '../../../src/shared/cloudPaymentsDeclines';
import { describeDecline } from '../../../src/web/texts/declines';

const GENERAL = describeDecline(null);

it.each<[RegExp, number[]]>([
  [/не сказал почему/, [5001, 5005, 5019]],
  [/утерянную или украденную/, [5004, 5007, 5041, 5043]],
  [/Проверь номер и срок/, [5006, 5014, 5015]],
  [/не подходит для оплаты в интернете/, [5012, 5036, 5062]],
  [/сумму/, [5013]],
  [/через несколько минут/, [5030, 5091, 5092, 5096]],
  [/подозрительным/, [5034, 5059]],
  [/не хватает денег/, [5051]],
  [/Срок действия карты закончился/, [5054]],
  [/Позвони в банк/, [5057, 5058]],
  [/лимит/, [5061]],
  [/CVV/, [5082]],
  [/3-D Secure/, [5206]],
  [/не принимает/, [5300]],
])('says %s', (sentence, codes) => {
  for (const code of codes) {
    const said = describeDecline(cloudPaymentsDecline(code).reason);
    expect(said).toMatch(sentence);
    expect(said).not.toBe(GENERAL);
  }
});

it.each([null, undefined, 'unknown', 'rejectedForGood'] as const)(
  'has a general sentence for %s',
  (reason) => {
    expect(describeDecline(reason)).toBe(GENERAL);
    expect(GENERAL).toMatch(/Попробуй ещё раз или возьми другую карту/);
  },
);
