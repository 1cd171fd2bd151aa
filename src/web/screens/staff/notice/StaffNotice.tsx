/** Screen /adept/notice, for admins. Shows, sets and ends the maintenance notice. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { NOTICE_DAYS_MAX, NOTICE_TEXT_MAX } from '../../../../shared/constants';
import { type NoticeState, staffNoticeCalls } from '../../../../shared/contract/staffNotice';
import { moscowDay, shiftToMoscow, startOfMoscowDay } from '../../../../shared/moscowDays';
import type { Notice } from '../../../../shared/notice';
import {
  useEndNoticeMutation,
  useGetNoticeQuery,
  useSetNoticeMutation,
} from '../../../api/endpoints/staffNotice';
import { serverNow } from '../../../api/serverTime';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { FormError } from '../../../components/staff/FormError';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { TextArea } from '../../../components/staff/TextArea';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { ALWAYS_FRESH, useTableQuery } from '../../../components/staff/useTableQuery';
import { PATHS } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { STAFF_NOTICE_TEXTS } from '../../../texts/staff/notice';
import { toast } from '../../../toasts/toasts';
import { NoticeCard } from './NoticeCard';

export default function StaffNotice() {
  const query = useGetNoticeQuery({}, ALWAYS_FRESH);
  const { error } = useTableQuery(query, STAFF_NOTICE_TEXTS);
  const { data: state } = query;
  return (
    <StaffFrame title={STAFF_NOTICE_TEXTS.title} back={PATHS.staffHome}>
      <FormError title={error} />
      {state === undefined && error === null && (
        <LoadingRows label={STAFF_NOTICE_TEXTS.loading} rows={2} height={120} />
      )}
      {state !== undefined && <Notices state={state} />}
    </StaffFrame>
  );
}

function Notices({ state }: { state: NoticeState }) {
  // Version that the admin saw when the form was filled, so that a change by another admin is not overwritten.
  const [seen, setSeen] = useState(state.version);
  const [isOutdated, setIsOutdated] = useState(false);
  // After a conflict the page shows the notice of the other admin, which the next attempt may replace.
  if (isOutdated && state.version !== seen) {
    setSeen(state.version);
    setIsOutdated(false);
  }
  return (
    <Panels>
      <CurrentNotice state={state} onChanged={setSeen} />
      <NoticeForm
        notice={state.notice ?? null}
        seen={seen}
        onChanged={setSeen}
        onOutdated={() => setIsOutdated(true)}
      />
    </Panels>
  );
}

interface CurrentNoticeProps {
  state: NoticeState;
  onChanged: (version: number) => void;
}

function CurrentNotice({ state: { notice, version }, onChanged }: CurrentNoticeProps) {
  const [end] = useEndNoticeMutation();
  const change = useStaffChange(STAFF_NOTICE_TEXTS.subject);
  const endNow = () =>
    void change.send(
      () => end({ version }),
      (ended) => {
        onChanged(ended.version);
        toast.success(STAFF_NOTICE_TEXTS.ended);
      },
    );
  return (
    <Panel
      title={STAFF_NOTICE_TEXTS.current}
      end={notice ? <SmallButton onClick={endNow}>{STAFF_NOTICE_TEXTS.end}</SmallButton> : null}
    >
      <FormError title={change.failure} />
      {notice ? <NoticeCard notice={notice} /> : <p>{STAFF_NOTICE_TEXTS.none}</p>}
    </Panel>
  );
}

/** Returns the time of a Moscow day and time of day in ISO 8601 UTC, or an empty text if it is incomplete. */
function parseEnd(day: string, time: string): string {
  const at = new Date(startOfMoscowDay(day).getTime() + Date.parse(`1970-01-01T${time}:00Z`));
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

function buildFields(notice: Notice | null) {
  if (notice === null) return { text: '', day: '', time: '' };
  const end = shiftToMoscow(new Date(notice.endsAt)).toISOString();
  return { text: notice.text, day: end.slice(0, 10), time: end.slice(11, 16) };
}

interface NoticeFormProps {
  notice: Notice | null;
  seen: number;
  onChanged: (version: number) => void;
  onOutdated: () => void;
}

function NoticeForm({ notice, seen, onChanged, onOutdated }: NoticeFormProps) {
  const platform = usePlatform();
  const [set] = useSetNoticeMutation();
  const now = serverNow(platform);
  const lastDay = new Date(now + NOTICE_DAYS_MAX * 86_400_000);
  const form = useStaffForm({
    draft: 'notice',
    subject: STAFF_NOTICE_TEXTS.subject,
    fields: buildFields(notice),
    body: staffNoticeCalls.setNotice.body,
    read: ({ text, day, time }) => ({ text, endsAt: parseEnd(day, time), version: seen }),
    problems: { text: STAFF_NOTICE_TEXTS.textRejected },
    check: ({ day, time }) => {
      const end = Date.parse(parseEnd(day, time));
      return { day: end > now && end <= lastDay.getTime() ? null : STAFF_NOTICE_TEXTS.endRejected };
    },
    send: set,
    onDone: ({ version }) => {
      onChanged(version);
      toast.success(STAFF_NOTICE_TEXTS.published);
    },
    onFailed: ({ status }) => {
      if (status === 409) onOutdated();
    },
  });
  const { text, day, time } = form.typed;
  const endsAt = parseEnd(day, time);
  return (
    <Panel title={notice ? STAFF_NOTICE_TEXTS.change : STAFF_NOTICE_TEXTS.form}>
      <p>{STAFF_NOTICE_TEXTS.lead}</p>
      <Form {...form.props}>
        <TextArea
          {...form.field('text')}
          label={STAFF_NOTICE_TEXTS.text}
          rows={4}
          maxLength={NOTICE_TEXT_MAX}
          lang="ru"
          hint={STAFF_NOTICE_TEXTS.textHint}
        />
        <End>
          <CompactField
            {...form.field('day')}
            label={STAFF_NOTICE_TEXTS.day}
            type="date"
            min={moscowDay(now)}
            max={moscowDay(lastDay)}
            required
          />
          <CompactField {...form.field('time')} label={STAFF_NOTICE_TEXTS.time} type="time" required />
        </End>
        {text.trim() !== '' && endsAt !== '' && (
          <figure>
            <figcaption>{STAFF_NOTICE_TEXTS.preview}</figcaption>
            <NoticeCard notice={{ text: text.trim(), endsAt }} />
          </figure>
        )}
        <FormError title={form.failure} />
        <PrimaryButton
          type="submit"
          size="small"
          fullWidth={false}
          loading={form.isSending}
          loadingLabel={STAFF_NOTICE_TEXTS.publishing}
        >
          {notice ? STAFF_NOTICE_TEXTS.save : STAFF_NOTICE_TEXTS.publish}
        </PrimaryButton>
      </Form>
    </Panel>
  );
}

const Panels = styled('div')({ display: 'grid', gap: 16, maxWidth: 640 });

const Form = styled('form')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  justifyItems: 'stretch',
  gap: 14,
  '& > button': { justifySelf: 'start' },
  '& figure': { margin: 0 },
  '& figcaption': { ...typography.caption, marginBottom: 6, color: vars.palette.text.secondary },
}));

const End = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
  alignItems: 'start',
  gap: 12,
});
