/** `/login`: the email-link form, Google, and the gift key (spec sections 2 and 4). */
import { styled } from '@mui/material/styles';
import { useState, type ChangeEvent } from 'react';
import { isGiftKey } from '../../shared/validation';
import { Field } from '../components/Field';
import { Frame } from '../components/Frame';
import { Lead, ScreenTitle } from '../components/Heading';
import { SignInOptions } from '../components/SignInOptions';
import { useAppDispatch, useAppSelector } from '../hooks/storeHooks';
import { giftKeyRemoved, giftKeyStored } from '../identity/identitySlice';
import { selectGiftKey, selectHasGift } from '../identity/selectors';
import { LOGIN_TEXTS } from '../texts/login';

export default function Login() {
  return (
    <Frame title={LOGIN_TEXTS.title}>
      <Stack>
        <div>
          <ScreenTitle>{LOGIN_TEXTS.title}</ScreenTitle>
          <Lead>{LOGIN_TEXTS.lead}</Lead>
        </div>
        <SignInOptions note={LOGIN_TEXTS.note} />
        <GiftKey />
      </Stack>
    </Frame>
  );
}

function GiftKey() {
  const dispatch = useAppDispatch();
  const stored = useAppSelector(selectGiftKey);
  const hasGift = useAppSelector(selectHasGift);
  const [isTooShort, setIsTooShort] = useState(false);

  const store = (event: ChangeEvent<HTMLInputElement>) => {
    const key = giftKeyIn(event.target.value);
    setIsTooShort(false);
    if (isGiftKey(key)) dispatch(giftKeyStored(key));
    else if (stored !== null) dispatch(giftKeyRemoved());
  };

  return (
    <Field
      label={LOGIN_TEXTS.gift.label}
      name="giftKey"
      placeholder={LOGIN_TEXTS.gift.placeholder}
      autoComplete="off"
      spellCheck={false}
      defaultValue={hasGift ? (stored ?? '') : ''}
      error={isTooShort ? LOGIN_TEXTS.gift.tooShort : null}
      {...(hasGift ? { hint: <Accepted role="status">{LOGIN_TEXTS.gift.stored}</Accepted> } : {})}
      onChange={store}
      onBlur={(event) => {
        const key = giftKeyIn(event.target.value);
        setIsTooShort(key !== '' && !isGiftKey(key));
      }}
    />
  );
}

/** The key in what was pasted: the key itself, or a whole gift link. */
function giftKeyIn(text: string): string {
  const trimmed = text.trim();
  return URL.canParse(trimmed) ? (new URL(trimmed).searchParams.get('key') ?? trimmed) : trimmed;
}

const Stack = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 22,
  '& > div:first-of-type': { display: 'grid', gap: 12, marginBottom: 4 },
});

const Accepted = styled('span')(({ theme: { vars } }) => ({ color: vars.palette.tone.successText }));
