/** Checks that no text of the web application breaks on a page that the browser translates. */
import { type BrokenText, brokenTexts } from '../support/jsxText';

/** The compiler computes the types of all components, which takes longer than the usual timeout on a busy machine. */
const TIMEOUT_MS = 300_000;

/** Component that breaks each rule once, and whose other texts are allowed. */
const SAMPLE = `
import { styled } from '@mui/material/styles';
import Button from '@mui/material/Button';
import { Fragment, type ReactNode } from 'react';

const TEXTS = { lead: 'Lead', more: (n: number) => String(n) };
const Wrapped = styled(Button)({});
const Line = styled('p')({});

function Sometimes({ isShown }: { isShown: boolean }) {
  return isShown ? <i>shown</i> : null;
}
export function ReturnsText({ children }: { children: ReactNode }) {
  return children;
}
export function Bad({ name, isOn, end }: { name: string; isOn: boolean; end: ReactNode }) {
  return (
    <div>
      <p><b>bold</b>{name}</p>
      <p><b>bold</b>{isOn ? 'on' : <i>off</i>}</p>
      <p>{isOn && <b>bold</b>}static</p>
      <p>static<Sometimes isShown={isOn} /></p>
      <Line><b>bold</b>{end}</Line>
      <p>{[name, <wbr key="1" />]}</p>
      <p key={name}>{[end, <wbr key="1" />]}</p>
      <Fragment>{TEXTS.lead}</Fragment>
      <>{name}</>
      <Button>{TEXTS.lead}</Button>
      <Wrapped>text</Wrapped>
    </div>
  );
}
export function Good({ name, isOn, count }: { name: string; isOn: boolean; count: number }) {
  const { lead } = TEXTS;
  return (
    <div>
      <p>{name}</p>
      <p>{isOn ? name : <i>off</i>}</p>
      <p>{isOn && name}</p>
      <p>{\`\${name} \${count}\`}</p>
      <p>{lead} <b>{name}</b>. {TEXTS.more(3)}</p>
      <Line>{isOn && <b>bold</b>}<span>{name}</span></Line>
      <p key={name}>{name.split('.').flatMap((part) => [<wbr key={part} />, part])}</p>
      <Button><span>{name}</span></Button>
    </div>
  );
}
`;

test(
  'a text that a page translator replaces is the only child of its element, or it never changes beside siblings that always stay',
  () => {
    const found = brokenTexts({ 'sample.tsx': SAMPLE });
    const isOfSample = ({ place }: BrokenText) => place.startsWith('src/web/sample.tsx');
    expect(found.filter(isOfSample).map(({ rule, text }) => `${rule}: ${text}`)).toEqual([
      'returned by a component: ReturnsText',
      'changing text beside siblings: {name}',
      "changing text beside siblings: {isOn ? 'on' : <i>off</i>}",
      'beside a conditional sibling: static',
      'beside a conditional sibling: static',
      'changing text beside siblings: {end}',
      'changing text beside siblings: {[name, <wbr key="1" />]}',
      'changing text beside siblings: {[end, <wbr key="1" />]}',
      'in a fragment: {TEXTS.lead}',
      'in a fragment: {name}',
      'in a component of a package: {TEXTS.lead}',
      'in a component of a package: text',
    ]);
    const ofProduct = found.filter((each) => !isOfSample(each));
    expect(ofProduct.map(({ place, rule, text }) => `${place}: ${text} (${rule})`)).toEqual([]);
  },
  TIMEOUT_MS,
);
