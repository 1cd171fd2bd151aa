/** One message to all customers that the search finds: its text, to how many it goes, how it looks, and off. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PUSH_LINK_MAX, PUSH_TEXT_MAX, PUSH_TITLE_MAX } from '../../../../shared/constants';
import { BULK_PUSH_DEVICES_MAX } from '../../../../shared/contract/bulkPush';
import type { CustomerFilters } from '../../../../shared/contract/customerTags';
import { isAllowedPushLink } from '../../../../shared/pushLink';
import { callErrorOf } from '../../../api/callError';
import { usePreviewBulkPushQuery, useSendBulkPushMutation } from '../../../api/endpoints/bulkPush';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { FormDialog } from '../../../components/staff/FormDialog';
import { useDraft, useDraftDialog } from '../../../components/staff/useDraft';
import { useRequestKey } from '../../../components/staff/useRequestKey';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { staffPushPath } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { STAFF_DEVICE_TEXTS } from '../../../texts/staff/device';
import { PUSH_MANY_TEXTS } from '../../../texts/staff/pushes';
import { FILTER_TEXTS } from '../../../texts/staff/tags';
import { toast } from '../../../toasts/toasts';

interface PushManyProps {
  emailPart: string;
  filters: CustomerFilters;
}

/** What the draft is about: the search that finds whom the push goes to. */
const nameOf = ({ emailPart, filters }: PushManyProps): string => JSON.stringify([emailPart, filters]);

export function PushMany(found: PushManyProps) {
  const { isOpen, open, close } = useDraftDialog('pushMany', nameOf(found));
  return (
    <div>
      <SmallButton onClick={open}>{FILTER_TEXTS.push}</SmallButton>
      {isOpen && <PushManyDialog {...found} onClose={close} />}
    </div>
  );
}

type Field = 'title' | 'description' | 'link';

function PushManyDialog({ emailPart, filters, onClose }: PushManyProps & { onClose: () => void }) {
  const { configuration } = usePlatform();
  const hosts = configuration.pushLinkHosts ?? [];
  const draft = useDraft('pushMany', nameOf({ emailPart, filters }));
  const navigate = useNavigate();
  const preview = usePreviewBulkPushQuery({ emailPart, ...filters }, { refetchOnMountOrArgChange: true });
  const [sendPush] = useSendBulkPushMutation();
  const sending = useStaffChange(PUSH_MANY_TEXTS.subject);
  const [typed, setTyped] = useState<Readonly<Record<Field, string>>>({
    title: draft.typed['title'] ?? '',
    description: draft.typed['description'] ?? '',
    link: draft.typed['link'] ?? '',
  });
  const [missing, setMissing] = useState<Partial<Record<Field, string>>>({});
  const { keyOf } = useRequestKey(draft);
  const counted = preview.isFetching ? undefined : preview.data;
  const devices = counted?.devices ?? 0;
  const canBeSent = devices > 0 && counted?.isTooMany === false;

  const submit = () => {
    const [title, description, link] = [typed.title.trim(), typed.description.trim(), typed.link.trim()];
    const found = {
      ...(title === '' ? { title: PUSH_MANY_TEXTS.titleMissing } : {}),
      ...(isAllowedPushLink(link, hosts) ? {} : { link: STAFF_DEVICE_TEXTS.linkWrong(hosts) }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0 || !canBeSent) return;
    const what = JSON.stringify([title, description, link, emailPart, filters]);
    const requestKey = keyOf(what);
    void sending.send(
      () => sendPush({ emailPart, ...filters, title, description, link, devices, requestKey }),
      ({ id }) => {
        toast.success(PUSH_MANY_TEXTS.sent);
        onClose();
        void navigate(staffPushPath(id));
      },
      {
        requestKey,
      },
    );
  };
  const field = (name: Field, label: string, maxLength: number) => (
    <CompactField
      label={label}
      name={name}
      autoComplete="off"
      maxLength={maxLength}
      value={typed[name]}
      error={missing[name] ?? null}
      {...(name === 'link' ? { placeholder: 'https://', hint: STAFF_DEVICE_TEXTS.linkHint(hosts) } : {})}
      onChange={(event) => {
        setTyped({ ...typed, [name]: event.target.value });
        setMissing({ ...missing, [name]: undefined });
      }}
    />
  );
  return (
    <FormDialog
      title={PUSH_MANY_TEXTS.title}
      submitLabel={PUSH_MANY_TEXTS.submit(devices)}
      sending={sending}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p role="status">
        {counted !== undefined
          ? counted.isTooMany
            ? PUSH_MANY_TEXTS.tooMany(BULK_PUSH_DEVICES_MAX)
            : devices === 0
              ? PUSH_MANY_TEXTS.nobody
              : PUSH_MANY_TEXTS.goesTo(devices, counted.customers)
          : preview.error === undefined
            ? PUSH_MANY_TEXTS.counting
            : (callErrorOf(preview.error).reason ?? PUSH_MANY_TEXTS.countFailed)}
      </p>
      {preview.error !== undefined && (
        <SmallButton onClick={() => void preview.refetch()}>{PUSH_MANY_TEXTS.retry}</SmallButton>
      )}
      {field('title', PUSH_MANY_TEXTS.messageTitle, PUSH_TITLE_MAX)}
      {field('description', PUSH_MANY_TEXTS.description, PUSH_TEXT_MAX)}
      {field('link', PUSH_MANY_TEXTS.link, PUSH_LINK_MAX)}
      {(typed.title !== '' || typed.description !== '') && (
        <Preview aria-label={PUSH_MANY_TEXTS.preview}>
          <small>{PUSH_MANY_TEXTS.preview}</small>
          <b lang="ru">{typed.title}</b>
          <span lang="ru">{typed.description}</span>
        </Preview>
      )}
    </FormDialog>
  );
}

const Preview = styled('section')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 2,
  padding: '10px 14px',
  borderRadius: CONSOLE_RADIUS,
  backgroundColor: vars.palette.surface.raised,
  overflowWrap: 'anywhere',
  '& small': { fontSize: '0.75rem', color: vars.palette.text.secondary },
  '& b': { fontSize: '0.9375rem' },
  '& span': { fontSize: '0.875rem' },
}));
