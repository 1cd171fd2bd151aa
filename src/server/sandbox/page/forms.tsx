/** @jsxImportSource hono/jsx */
/** Forms of the sandbox page that both fake card providers have. */
import type { NotificationKnobs } from '../fakeCardProvider/fakeCardProvider';
import { PAYMENTS } from '../texts/page';

export const MINUTE_MS = 60_000;

/** Value of each setting of deliveries that the pressed button does not change. */
const DEFAULTS = [
  { name: 'drop', value: 'false', as: 'boolean' },
  { name: 'copies', value: '1', as: 'number' },
  { name: 'delayMs', value: '0', as: 'number' },
];

/** Buttons that drop, repeat or delay all further notifications. `call` is the path of the sandbox API call. */
export const Deliveries = ({ call, knobs }: { call: string; knobs: NotificationKnobs }) => {
  const choices = [
    {
      label: PAYMENTS.comingNow,
      name: 'drop',
      value: 'false',
      as: 'boolean',
      isOn: !knobs.drop && knobs.copies === 1 && knobs.delayMs === 0,
    },
    {
      label: PAYMENTS.comingTwice,
      name: 'copies',
      value: '2',
      as: 'number',
      isOn: !knobs.drop && knobs.copies > 1,
    },
    {
      label: PAYMENTS.comingLater,
      name: 'delayMs',
      value: String(MINUTE_MS),
      as: 'number',
      isOn: !knobs.drop && knobs.delayMs > 0,
    },
    { label: PAYMENTS.comingDropped, name: 'drop', value: 'true', as: 'boolean', isOn: knobs.drop },
  ];
  return (
    <form data-call={call} data-done={PAYMENTS.comingDone} class="coming">
      {DEFAULTS.map(({ name, value, as }) => (
        <input type="hidden" name={name} value={value} data-as={as} />
      ))}
      <span class="label" id={`coming-${call}`}>
        {PAYMENTS.coming}
      </span>
      <div class="row" role="group" aria-labelledby={`coming-${call}`}>
        {choices.map(({ label, name, value, as, isOn }) => (
          <button
            class="button small"
            name={name}
            value={value}
            data-as={as}
            data-key={`coming-${call}-${name}-${value}`}
            aria-pressed={isOn ? 'true' : 'false'}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  );
};

/** Form that changes one number. `call` is the path of the sandbox API call, and `done` is the text of its success. */
export const NumberForm = ({
  call,
  done,
  name,
  label,
  value,
  placeholder,
  button,
}: {
  call: string;
  done: string;
  name: 'balanceKopecks' | 'skewMs' | 'clockSkewSeconds';
  label: string;
  value: string;
  placeholder?: string;
  button: string;
}) => (
  <form data-call={call} data-done={done}>
    <div class="row joined">
      <div class="field grow">
        <label for={`${call}-${name}`}>{label}</label>
        <input
          id={`${call}-${name}`}
          name={name}
          type="number"
          data-as="number"
          value={value}
          {...(placeholder === undefined ? {} : { placeholder })}
          required
        />
      </div>
      <button class="button" data-key={`${call}-${name}-button`}>
        {button}
      </button>
    </div>
  </form>
);
