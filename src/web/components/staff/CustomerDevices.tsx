/** The three device slots of a customer (spec sections 2, 5 and 8), each with its way off. */
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { MAX_DEVICES } from '../../../shared/constants';
import type { StaffDevice, StaffUser } from '../../../shared/contract/models';
import { toast } from '../../app/toasts';
import { detachForCustomer } from '../../flows/staffCustomer';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useStaffFailure } from '../../hooks/useStaffFailure';
import { staffDevicePath } from '../../routes/paths';
import { formatDateTime } from '../../texts/dates';
import { shownDeviceId, shownDeviceName } from '../../texts/devices';
import { STAFF_USER_TEXTS } from '../../texts/staff/user';
import { PrimaryButton } from '../PrimaryButton';
import { SecondaryButton } from '../SecondaryButton';
import { CONSOLE_RADIUS } from './consoleStyles';
import { Panel } from './Panel';
import { OPENED_FROM_LIST } from './StaffFrame';

export function CustomerDevices({ user }: { user: StaffUser }) {
  const [asked, setAsked] = useState<StaffDevice | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const count = Math.max(MAX_DEVICES, user.devices.length);
  return (
    <Panel title={STAFF_USER_TEXTS.devices}>
      <Slots>
        {Array.from({ length: count }, (_, slot) => {
          const device = user.devices[slot];
          return (
            <li key={device?.deviceId ?? slot}>
              {device === undefined ? (
                <p>{STAFF_USER_TEXTS.notActiveDevice}</p>
              ) : (
                <Slot
                  user={user}
                  device={device}
                  onDetach={() => {
                    setAsked(device);
                    setIsOpen(true);
                  }}
                />
              )}
            </li>
          );
        })}
      </Slots>
      {asked !== null && (
        <DetachDialog user={user} device={asked} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </Panel>
  );
}

interface SlotProps {
  user: StaffUser;
  device: StaffDevice;
  onDetach: () => void;
}

function Slot({ user, device, onDetach }: SlotProps) {
  const name = shownDeviceName(device.deviceName);
  return (
    <>
      <div>
        <Link
          to={staffDevicePath(user.id, device.deviceId)}
          state={OPENED_FROM_LIST}
          title={device.deviceName}
        >
          {name}
        </Link>
        {!device.isActive && <p>{STAFF_USER_TEXTS.notActiveDevice}</p>}
        <small>
          {device.platform} · <span title={device.deviceId}>{shownDeviceId(device.deviceId)}</span>
        </small>
        <small>
          {STAFF_USER_TEXTS.firstActivation}{' '}
          {formatDateTime(device.firstActivation) ?? STAFF_USER_TEXTS.never}
        </small>
      </div>
      <Detach type="button" aria-label={STAFF_USER_TEXTS.detachLabel(name)} onClick={onDetach}>
        {STAFF_USER_TEXTS.detach}
      </Detach>
    </>
  );
}

interface DetachDialogProps {
  user: StaffUser;
  device: StaffDevice;
  isOpen: boolean;
  onClose: () => void;
}

function DetachDialog({ user, device, isOpen, onClose }: DetachDialogProps) {
  const titleId = useId();
  const textId = useId();
  const dispatch = useAppDispatch();
  const onFailure = useStaffFailure();
  const [isBusy, setIsBusy] = useState(false);
  const detach = async () => {
    setIsBusy(true);
    const { uid = null, email = null } = user;
    const outcome = await dispatch(detachForCustomer({ uid, email, deviceId: device.deviceId }));
    setIsBusy(false);
    onClose();
    if (outcome.kind === 'done') toast.success(STAFF_USER_TEXTS.detached);
    else if (outcome.kind === 'refused' || !onFailure(outcome.error)) {
      toast.error(STAFF_USER_TEXTS.detachFailed);
    }
  };
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} aria-describedby={textId}>
      <Question lang="en">
        <h2 id={titleId}>{STAFF_USER_TEXTS.detachTitle(shownDeviceName(device.deviceName))}</h2>
        <p id={textId}>{STAFF_USER_TEXTS.detachText}</p>
        <div>
          <SecondaryButton fullWidth={false} onClick={onClose}>
            {STAFF_USER_TEXTS.cancel}
          </SecondaryButton>
          <PrimaryButton
            fullWidth={false}
            loading={isBusy}
            loadingLabel={STAFF_USER_TEXTS.detaching}
            onClick={() => void detach()}
          >
            {STAFF_USER_TEXTS.detach}
          </PrimaryButton>
        </div>
      </Question>
    </Dialog>
  );
}

const Slots = styled('ul')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 48,
    padding: '8px 12px',
    borderRadius: CONSOLE_RADIUS,
    boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  },
  '& div': { display: 'grid', minWidth: 0 },
  '& p': { margin: 0, fontSize: '0.8125rem', color: vars.palette.text.secondary },
  '& a': { fontWeight: 600, color: vars.palette.link.main, overflowWrap: 'anywhere' },
  '& small': { fontSize: '0.8125rem', overflowWrap: 'anywhere', color: vars.palette.text.secondary },
}));

const Detach = styled('button')(({ theme: { vars } }) => ({
  minHeight: 28,
  padding: '3px 10px',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: CONSOLE_RADIUS,
  font: 'inherit',
  color: vars.palette.text.primary,
  backgroundColor: 'transparent',
  cursor: 'pointer',
  '&:hover': { backgroundColor: vars.palette.surface.raised },
}));

const Question = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 12,
  width: 400,
  maxWidth: '100%',
  padding: 20,
  '& h2': { ...typography.h3, margin: 0 },
  '& p': { margin: 0, fontSize: '0.875rem', color: vars.palette.text.secondary },
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'end', gap: 8 },
}));
