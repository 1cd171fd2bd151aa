import { findLabel, findLinks } from '../../../../src/server/sandbox/outside/emailLinks';

const emailMessage = {
  text: 'Войти:\nhttp://localhost:8080/open#t=abc\n\nВопросы: https://t.me/bot. Ещё (https://example.com/a?b=1&c=2).',
  html:
    '<a href="https://t.me/bot">Поддержка</a><a style="x" href=\'http://localhost:8080/open#t=abc\'><span>Вой</span>ти</a>' +
    '<a href="https://example.com/a?b=1&amp;c=2">https://example.com/a</a><a href="mailto:help@example.com">почта</a>' +
    '<a href="javascript:alert(1)">нет</a>',
};

test('lists every URL once, sign-in links first', () => {
  expect(findLinks(emailMessage)).toEqual([
    'http://localhost:8080/open#t=abc',
    'https://t.me/bot',
    'https://example.com/a?b=1&c=2',
  ]);
});

test('returns no links for an email without links', () => {
  expect(findLinks({ text: 'Привет', html: '<p>Привет</p>' })).toEqual([]);
});

test('labels a link with its text in the email', () => {
  expect(findLabel(emailMessage, 'http://localhost:8080/open#t=abc')).toBe('Вой ти');
  expect(findLabel(emailMessage, 'https://t.me/bot')).toBe('Поддержка');
  expect(findLabel(emailMessage, 'https://example.com/a?b=1&c=2')).toBeNull();
  expect(findLabel(emailMessage, 'https://nowhere.example/')).toBeNull();
});
