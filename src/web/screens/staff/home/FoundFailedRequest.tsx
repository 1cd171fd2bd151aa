/** Shows a failed request whose id or support code was entered into the search field. */
import { styled } from '@mui/material/styles';
import { SUPPORT_CODE_LENGTH } from '../../../../shared/constants';
import type { FailedRequestFound } from '../../../../shared/contract/staffFind';
import { DescriptionList } from '../../../components/display/DescriptionList';
import { CustomerLink } from '../../../components/staff/CustomerLink';
import { Panel } from '../../../components/staff/Panel';
import { formatDateTime } from '../../../texts/dates';
import { FAILED_REQUEST_TEXTS } from '../../../texts/staff/search';

export function FoundFailedRequest({ request }: { request: FailedRequestFound }) {
  const { requestId, at, call, errorCode, error, customer } = request;
  const texts = FAILED_REQUEST_TEXTS;
  return (
    <Narrow>
      <Panel title={texts.title(requestId.slice(0, SUPPORT_CODE_LENGTH))} end={<Code>{errorCode}</Code>}>
        <DescriptionList
          details={[
            { name: texts.at, value: formatDateTime(at) },
            {
              name: texts.customer,
              value: customer ? <CustomerLink id={customer.id} email={customer.email} /> : texts.noCustomer,
            },
            { name: texts.call, value: <Code>{call}</Code> },
            { name: texts.error, value: <Code>{error}</Code> },
            { name: texts.requestId, value: <Code>{requestId}</Code> },
          ]}
        />
      </Panel>
    </Narrow>
  );
}

/** Limits the section to the width of the search field, like the section of a found gift. */
const Narrow = styled('div')({ maxWidth: 640 });

const Code = styled('code')({
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
});
