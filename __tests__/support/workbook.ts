/** Reads the cells of an Excel workbook without the library that wrote it. */
import { inflateRawSync } from 'node:zlib';

/** Returns the texts of the files of a ZIP archive by their names, read from its central directory. */
export function unzip(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const isDeflated = archive.readUInt16LE(at + 10) === 8;
    files[name] = (isDeflated ? inflateRawSync(bytes) : bytes).toString('utf8');
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

export interface WorkbookCell {
  /** Type of the cell in the file: `n` is a number or a date, `s` a text. */
  type: string;
  value: string | number | undefined;
  /** Number format, such as `dd.mm.yyyy`. */
  format: string | null | undefined;
}

/**
 * Returns the cells of a sheet with their names, such as `B2`. The function needs a `DOMParser`. It uses nothing outside
 * itself, so that a browser test can run it in its page.
 */
export function parseCells({ files, sheet }: { files: Record<string, string>; sheet: string }) {
  const parse = (name: string) =>
    new DOMParser().parseFromString(files[`xl/${name}.xml`] ?? '', 'application/xml');
  const styles = parse('styles');
  const formats = new Map(
    [...styles.querySelectorAll('numFmt')].map((each) => [
      each.getAttribute('numFmtId'),
      each.getAttribute('formatCode'),
    ]),
  );
  const cellStyles = [...styles.querySelectorAll('cellXfs > xf')].map((each) => {
    const id = each.getAttribute('numFmtId');
    return formats.get(id) ?? id;
  });
  const strings = [...parse('sharedStrings').querySelectorAll('si')].map((each) => each.textContent);
  return [...parse(`worksheets/${sheet}`).querySelectorAll('c')].map((each): [string, WorkbookCell] => {
    const type = each.getAttribute('t') ?? 'n';
    const value = each.querySelector('v')?.textContent ?? each.textContent;
    return [
      each.getAttribute('r') ?? '',
      {
        type,
        value: type === 's' ? strings[Number(value)] : type === 'n' ? Number(value) : value,
        format: cellStyles[Number(each.getAttribute('s') ?? 0)],
      },
    ];
  });
}
