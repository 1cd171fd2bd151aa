/** Form that requests a sign-in link by email. The link redeems the gift if a gift key is stored. */
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isValidEmail, typedEmail } from '../../../shared/validation';
import { requestEmailLink } from '../../flows/signIn/requestEmailLink';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectEmailForSignIn } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { LOGIN_TEXTS } from '../../texts/login';
import { Field } from '../controls/Field';
import { PrimaryButton } from '../controls/PrimaryButton';
import { SecondaryButton } from '../controls/SecondaryButton';
import { TextLink } from '../controls/TextLink';
import { CenteredLine } from '../display/CenteredLine';
import { Note } from '../display/Heading';
import { FormStack } from '../layout/Stack';

/**
 * Form method with which the browser sends no request, so that an email address never appears in a query string, even
 * without JavaScript.
 */
const SUBMITS_NOTHING = 'dialog';

type EmailFormState = 'idle' | 'invalid' | 'sending' | 'failed';

/** Renders the form. `isSecond` makes the submit button secondary, for a screen that has a more prominent button. */
export function EmailLinkForm({ isSecond }: { isSecond: boolean }) {
  const [state, setState] = useState<EmailFormState>('idle');
  const input = useRef<HTMLInputElement>(null);
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const { pathname } = useLocation();
  const { document: page } = usePlatform();
  const typedBefore = useAppSelector(selectEmailForSignIn);

  const Submit = isSecond ? SecondaryButton : PrimaryButton;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending' || state === 'failed') return;
    const email = typedEmail(input.current?.value ?? '');
    if (!isValidEmail(email)) {
      setState('invalid');
      input.current?.focus();
      return;
    }
    setState('sending');
    const outcome = await dispatch(requestEmailLink(email));
    // The email input stays disabled, because a toast asks the visitor to reload the page.
    if (!follow(outcome)) setState('failed');
  };

  const clearErrorOnceValid = (event: ChangeEvent<HTMLInputElement>) => {
    if (state === 'invalid' && isValidEmail(typedEmail(event.target.value))) setState('idle');
  };

  return (
    <FormStack gap={14} method={SUBMITS_NOTHING} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        inputRef={input}
        label={LOGIN_TEXTS.email.label}
        name="email"
        type="email"
        inputMode="email"
        enterKeyHint="send"
        autoComplete="email"
        spellCheck={false}
        required
        placeholder={LOGIN_TEXTS.email.placeholder}
        defaultValue={typedBefore ?? ''}
        error={state === 'invalid' ? LOGIN_TEXTS.email.invalid : null}
        disabled={state === 'sending' || state === 'failed'}
        onChange={clearErrorOnceValid}
      />
      <Submit
        type="submit"
        loading={state === 'sending'}
        loadingLabel={LOGIN_TEXTS.email.sending}
        disabled={state === 'failed'}
      >
        {LOGIN_TEXTS.email.submit}
      </Submit>
      <Note>
        {LOGIN_TEXTS.privacy.before} <TextLink to={PATHS.privacy}>{LOGIN_TEXTS.privacy.link}</TextLink>.
      </Note>
      {state === 'failed' && (
        <CenteredLine>
          <TextLink
            href={pathname}
            onClick={(event) => {
              event.preventDefault();
              void page.reload();
            }}
          >
            {LOGIN_TEXTS.email.reload}
          </TextLink>
        </CenteredLine>
      )}
    </FormStack>
  );
}
