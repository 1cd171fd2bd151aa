/**
 * Shows the three device slots of a customer, each with a button that detaches the device. The timeline precedes the
 * devices in the order of the Tab key, so a shortcut moves the focus to the first device.
 */
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { StaffDevice, StaffUser } from '../../../../shared/contract/staffModels';
import { OFFER_TERMS } from '../../../../shared/offerTerms';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { useConsoleShortcut } from '../../../components/staff/consoleShortcuts';
import { CONSOLE_RADIUS, ROW_BUTTONS } from '../../../components/staff/consoleStyles';
import { Panel } from '../../../components/staff/Panel';
import { ShortcutKey, useKeyShortcutProps } from '../../../components/staff/ShortcutButton';
import { useDetachDialog } from '../../../components/staff/useDetachDialog';
import { OPENED_FROM_LIST } from '../../../components/staff/useGoBack';
import { staffDevicePath } from '../../../navigation/paths';
import { formatDateTime } from '../../../texts/dates';
import { shownDeviceId } from '../../../texts/devices';
import { DETACH_TEXTS } from '../../../texts/staff/detach';
import { staffDeviceName } from '../../../texts/staff/device';
import { STAFF_USER_TEXTS } from '../../../texts/staff/user';

const SHORTCUT = 'KeyV';

export function CustomerDevices({ user }: { user: StaffUser }) {
  const [dialog, openDialog] = useDetachDialog(user);
  const count = Math.max(OFFER_TERMS.maxDevices, user.devices.length);
  const slots = useRef<HTMLUListElement>(null);
  const hasDevice = user.devices.length > 0;
  useConsoleShortcut(
    hasDevice
      ? {
          key: SHORTCUT,
          label: STAFF_USER_TEXTS.devices,
          run: () => slots.current?.querySelector('a')?.focus(),
        }
      : null,
  );
  return (
    <Panel title={STAFF_USER_TEXTS.devices} end={hasDevice && <ShortcutKey of={SHORTCUT} />}>
      <Slots ref={slots}>
        {Array.from({ length: count }, (_, slot) => {
          const device = user.devices[slot];
          return (
            <li key={device?.deviceId ?? slot}>
              {device === undefined ? (
                <p>{STAFF_USER_TEXTS.notActiveDevice}</p>
              ) : (
                <Slot user={user} device={device} isFirst={slot === 0} onDetach={() => openDialog(device)} />
              )}
            </li>
          );
        })}
      </Slots>
      {dialog}
    </Panel>
  );
}

interface SlotProps {
  user: StaffUser;
  device: StaffDevice;
  /** Whether the shortcut of the section leads to this slot. */
  isFirst: boolean;
  onDetach: () => void;
}

function Slot({ user, device, isFirst, onDetach }: SlotProps) {
  const name = staffDeviceName(device.deviceName);
  const keyProps = useKeyShortcutProps(isFirst ? SHORTCUT : null);
  return (
    <>
      <div>
        <Link
          to={staffDevicePath(user.id, device.deviceId)}
          state={OPENED_FROM_LIST}
          title={device.deviceName}
          {...keyProps}
        >
          {name}
        </Link>
        {!device.isActive && <p>{STAFF_USER_TEXTS.notActiveDevice}</p>}
        <small>
          <span>{`${device.platform} · `}</span>
          <span title={device.deviceId}>{shownDeviceId(device.deviceId)}</span>
        </small>
        <small>
          {`${STAFF_USER_TEXTS.firstActivation} ${formatDateTime(device.firstActivation) ?? STAFF_USER_TEXTS.never}`}
        </small>
      </div>
      <SmallButton aria-label={DETACH_TEXTS.detachLabel(name)} onClick={onDetach}>
        {DETACH_TEXTS.detach}
      </SmallButton>
    </>
  );
}

const Slots = styled('ul')(({ theme: { vars } }) => ({
  ...ROW_BUTTONS,
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
  '& > li > div': { display: 'grid', minWidth: 0 },
  '& p': { margin: 0, fontSize: '0.8125rem', color: vars.palette.text.secondary },
  '& a': { fontWeight: 600, color: vars.palette.link.main, overflowWrap: 'anywhere' },
  '& small': { fontSize: '0.8125rem', overflowWrap: 'anywhere', color: vars.palette.text.secondary },
}));
