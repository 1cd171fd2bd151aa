/** Checks that the product, its emails, its error messages and the sandbox address the reader as «ты». */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['src/web/texts', 'src/server/texts', 'src/server/emails', 'src/server/sandbox/texts'];

/** Files that need not use «ты»: texts that the specification prescribes, and the contract with the customer. */
const OF_THE_SPEC = [
  'Войти не удалось, попробуйте зарегистрироваться снова.',
  'Ошибка при входе, попробуйте зарегистрироваться снова.',
  'Введите email',
];

const POLITE = /(?<![а-яё])(вы|вас|вам|вами|ваш[а-яё]*|[а-яё]{3,}(йте|ите|ьте)(сь)?)(?![а-яё])/iu;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('offer'))
    .map((name) => path.join(folder, name)),
);

test.each(files)('%s uses «ты»', (file) => {
  let text = readFileSync(file, 'utf8');
  for (const words of OF_THE_SPEC) text = text.replaceAll(words, '');
  expect(text.split('\n').filter((line) => POLITE.test(line))).toEqual([]);
});

test('the check detects the polite form', () => {
  expect(
    ['Проверьте номер', 'для вашего аккаунта', 'Войдите снова'].every((words) => POLITE.test(words)),
  ).toBe(true);
  expect(['Проверь номер', 'на сайт', 'новый адрес'].some((words) => POLITE.test(words))).toBe(false);
});
