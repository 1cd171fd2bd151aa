/** API calls for admins to set and end the maintenance notice. */
import * as v from 'valibot';
import { NOTICE_LINES_MAX, NOTICE_TEXT_MAX } from '../constants';
import { noticeSchema } from '../notice';
import { calls } from './call';
import { instantSent, maybe, writtenText } from './fields';

/** Version of the notice that the admin saw. Each change raises the version, which is 0 before the first notice. */
const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_646));

const noticeState = v.object({
  version: v.number(),
  /** Null if no notice is shown. */
  notice: maybe(noticeSchema),
});
export type NoticeState = v.InferOutput<typeof noticeState>;

export const staffNoticeCalls = calls({
  getNotice: {
    path: 'panel/notice/get',
    audience: 'staff:manageNotice',
    kind: 'read',
    body: v.object({}),
    response: noticeState,
    summary: 'Return the maintenance notice and its version.',
  },

  setNotice: {
    path: 'panel/notice/set',
    audience: 'staff:manageNotice',
    kind: 'change',
    body: v.object({
      text: v.pipe(
        writtenText(NOTICE_TEXT_MAX),
        v.nonEmpty(),
        v.check((text) => text.split('\n').length <= NOTICE_LINES_MAX, 'too many lines'),
      ),
      endsAt: instantSent,
      version,
    }),
    response: noticeState,
    summary: 'Show a maintenance notice on all pages until its end. Rejected if another admin changed it.',
  },

  endNotice: {
    path: 'panel/notice/end',
    audience: 'staff:manageNotice',
    kind: 'change',
    body: v.object({ version }),
    response: noticeState,
    summary: 'End the maintenance notice early. Rejected if another admin changed it.',
  },
});
