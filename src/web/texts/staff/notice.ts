/** Texts of `/adept/notice`. */
import { NOTICE_DAYS_MAX, NOTICE_LINES_MAX, NOTICE_TEXT_MAX } from '../../../shared/constants';

export const STAFF_NOTICE_TEXTS = {
  title: 'Maintenance notice',
  lead: 'All customer and console pages show the notice within a minute. Failed requests of apps contain it too. Emails, VPN device links and card providers are not affected.',
  loading: 'Loading the notice',
  loadFailed: 'Couldn’t load the notice.',
  forbidden: 'You need the Admin role to manage the notice.',
  current: 'Current notice',
  none: 'No notice is shown.',
  form: 'New notice',
  change: 'Change notice',
  subject: 'The notice',
  text: 'Text for customers, in Russian',
  textHint: `At most ${String(NOTICE_TEXT_MAX)} characters and ${String(NOTICE_LINES_MAX)} lines. No HTML.`,
  textRejected: `Enter a text of at most ${String(NOTICE_TEXT_MAX)} characters and ${String(NOTICE_LINES_MAX)} lines.`,
  day: 'Shown until (date)',
  time: 'Time',
  endRejected: `Enter a time in the next ${String(NOTICE_DAYS_MAX)} days.`,
  preview: 'Preview',
  publish: 'Publish',
  publishing: 'Publishing',
  save: 'Save changes',
  published: 'Notice published',
  end: 'End now',
  ended: 'Notice ended',
} as const;
