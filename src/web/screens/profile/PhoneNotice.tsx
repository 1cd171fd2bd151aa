/** Wish for a phone number that receipts lack, or notice that a stored number is no longer needed and can be removed. */
import { useSetPhoneMutation } from '../../api/endpoints/payerPhone';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Card } from '../../components/display/Card';
import { Note, SectionTitle } from '../../components/display/Heading';
import { adviceOn } from '../../components/failures/CallFailure';
import { useFocusAfterRemoval } from '../../hooks/focus';
import { PATHS } from '../../navigation/paths';
import { PHONE_TEXTS } from '../../texts/phone';

export function PhoneNotice({ isWished }: { isWished: boolean }) {
  const notice = useFocusAfterRemoval<HTMLDivElement>();
  const [setPhone, { isLoading, error }] = useSetPhoneMutation();
  const { title, text, way } = PHONE_TEXTS.notice[isWished ? 'wish' : 'unused'];
  return (
    <Card gap={8} ref={notice}>
      <SectionTitle>{title}</SectionTitle>
      <Note>{text}</Note>
      {isWished ? (
        <div>
          <TextLink to={PATHS.account}>{way}</TextLink>
        </div>
      ) : (
        <SecondaryButton
          size="medium"
          fullWidth={false}
          loading={isLoading}
          onClick={() => void setPhone({ phone: null })}
        >
          {way}
        </SecondaryButton>
      )}
      {error !== undefined && <Note>{adviceOn(error)}</Note>}
    </Card>
  );
}
