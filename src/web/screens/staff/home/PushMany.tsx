/** Dialog for a broadcast push to all customers that match the search. Shows the number of recipients and a preview. */
import { styled } from '@mui/material/styles';
import { useNavigate } from 'react-router-dom';
import { PUSH_LINK_MAX, PUSH_TEXT_MAX, PUSH_TITLE_MAX } from '../../../../shared/constants';
import { BULK_PUSH_DEVICES_MAX, bulkPushCalls } from '../../../../shared/contract/bulkPush';
import type { CustomerFilters } from '../../../../shared/contract/customerTags';
import { identifyingText } from '../../../../shared/identifyingText';
import { isAllowedPushLink } from '../../../../shared/pushLink';
import { toCallError } from '../../../api/callError';
import { usePreviewBulkPushQuery, useSendBulkPushMutation } from '../../../api/endpoints/bulkPush';
import { CompactField } from '../../../components/staff/CompactField';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { FormDialog } from '../../../components/staff/FormDialog';
import { useDraftDialog } from '../../../components/staff/staffDrafts';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { staffPushPath } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { STAFF_DEVICE_TEXTS } from '../../../texts/staff/device';
import { PUSH_MANY_TEXTS } from '../../../texts/staff/pushes';
import { FILTER_TEXTS } from '../../../texts/staff/tags';
import { toast } from '../../../toasts/toasts';

interface Audience {
  emailPart: string;
  filters: CustomerFilters;
}

interface PushManyProps extends Audience {
  /** Number of customers that the search found; null while it is unknown. */
  customers: number | null;
  /** Whether the search found more customers than were counted. */
  isMore: boolean;
}

/** The draft name contains the search, because the search determines the recipients. */
const buildDraftKey = ({ emailPart, filters }: Audience) =>
  `pushMany ${JSON.stringify([emailPart, filters])}` as const;

export function PushMany({ customers, isMore, ...found }: PushManyProps) {
  const { isOpen, open, close } = useDraftDialog(buildDraftKey(found));
  if (usePlatform().configuration.pushNotifications === false) return null;
  return (
    <div>
      <SmallButton onClick={open}>{FILTER_TEXTS.push(customers, isMore)}</SmallButton>
      {isOpen && <PushManyDialog found={found} foundCustomers={isMore ? null : customers} onClose={close} />}
    </div>
  );
}

interface PushManyDialogProps {
  found: Audience;
  /** Number of customers that the search found, with and without a device that receives pushes; null if unknown. */
  foundCustomers: number | null;
  onClose: () => void;
}

function PushManyDialog({ found, foundCustomers, onClose }: PushManyDialogProps) {
  const { emailPart, filters } = found;
  const hosts = usePlatform().configuration.pushLinkHosts ?? [];
  const navigate = useNavigate();
  const preview = usePreviewBulkPushQuery({ emailPart, ...filters }, { refetchOnMountOrArgChange: true });
  const [sendPush] = useSendBulkPushMutation();
  const counted = preview.isFetching ? undefined : preview.data;
  const devices = counted?.devices ?? 0;
  const form = useStaffForm({
    draft: buildDraftKey(found),
    subject: PUSH_MANY_TEXTS.subject,
    fields: { title: '', description: '', link: '' },
    body: bulkPushCalls.sendBulkPush.body,
    hasRequestKey: true,
    read: ({ title, description, link }) => ({
      ...{ emailPart, ...filters, devices },
      ...{ title, description, link: identifyingText(link) },
    }),
    problems: { title: PUSH_MANY_TEXTS.titleMissing },
    check: ({ link }) => ({
      link: isAllowedPushLink(identifyingText(link), hosts) ? null : STAFF_DEVICE_TEXTS.linkWrong(hosts),
    }),
    isReady: devices > 0 && counted?.isTooMany === false,
    send: sendPush,
    onDone: ({ id }) => {
      toast.success(PUSH_MANY_TEXTS.sent);
      onClose();
      void navigate(staffPushPath(id));
    },
  });
  const { title, description } = form.typed;
  const link = form.field('link');
  return (
    <FormDialog
      title={PUSH_MANY_TEXTS.title}
      submitLabel={PUSH_MANY_TEXTS.submit(devices)}
      form={form}
      onClose={onClose}
    >
      <p role="status">
        {counted !== undefined
          ? counted.isTooMany
            ? PUSH_MANY_TEXTS.tooMany(BULK_PUSH_DEVICES_MAX)
            : devices === 0
              ? PUSH_MANY_TEXTS.nobody
              : PUSH_MANY_TEXTS.goesTo(devices, counted.customers, foundCustomers)
          : preview.error === undefined
            ? PUSH_MANY_TEXTS.counting
            : (toCallError(preview.error).reason ?? PUSH_MANY_TEXTS.countFailed)}
      </p>
      {preview.error !== undefined && (
        <SmallButton onClick={() => void preview.refetch()}>{PUSH_MANY_TEXTS.retry}</SmallButton>
      )}
      <CompactField
        {...form.field('title')}
        label={PUSH_MANY_TEXTS.messageTitle}
        autoComplete="off"
        maxLength={PUSH_TITLE_MAX}
      />
      <CompactField
        {...form.field('description')}
        label={PUSH_MANY_TEXTS.description}
        autoComplete="off"
        maxLength={PUSH_TEXT_MAX}
      />
      <CompactField
        {...link}
        label={PUSH_MANY_TEXTS.link}
        autoComplete="off"
        maxLength={PUSH_LINK_MAX}
        placeholder="https://"
        hint={link.error ? undefined : STAFF_DEVICE_TEXTS.linkHint(hosts)}
      />
      {(title !== '' || description !== '') && (
        <Preview aria-label={PUSH_MANY_TEXTS.preview}>
          <small>{PUSH_MANY_TEXTS.preview}</small>
          <b lang="ru">{title}</b>
          <span lang="ru">{description}</span>
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
