/** Screen /account/deleted, shown after the deletion of an account. Signs out the browser that deleted it. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { logOut } from '../../flows/signIn/logOut';
import { useAppDispatch } from '../../hooks/storeHooks';
import { JUST_DELETED, PATHS } from '../../navigation/paths';
import { ACCOUNT_DELETED_TEXTS } from '../../texts/deleteAccount';

export default function AccountDeleted() {
  const dispatch = useAppDispatch();
  const isJustDeleted = useLocation().state === JUST_DELETED;
  useEffect(() => {
    if (isJustDeleted) void dispatch(logOut({ isRevoked: true }));
  }, [dispatch, isJustDeleted]);
  return (
    <Frame title={ACCOUNT_DELETED_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{ACCOUNT_DELETED_TEXTS.title}</ScreenTitle>
          <Lead>{ACCOUNT_DELETED_TEXTS.lead}</Lead>
        </TitleGroup>
        <PrimaryButton to={PATHS.landing}>{ACCOUNT_DELETED_TEXTS.home}</PrimaryButton>
        <Note>{ACCOUNT_DELETED_TEXTS.again}</Note>
      </ScreenParts>
    </Frame>
  );
}
