/** Maintenance notice as pages show it. The styles of `[data-notice]` are in the head of each document. */
import { createElement } from 'react';
import { type Notice, noticeParts } from '../../../../shared/notice';

export function NoticeCard({ notice }: { notice: Notice }) {
  return (
    <div data-notice="" lang="ru">
      {noticeParts(notice).map(([tag, text]) => createElement(tag, { key: tag }, text))}
    </div>
  );
}
