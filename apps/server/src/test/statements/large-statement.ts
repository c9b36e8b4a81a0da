import fs from 'node:fs';

/** A statement nearly as large as a file may be: 100,000 entries, told with as many words as fit. */
export function largeStatement(count = 100_000): Buffer {
  const entry = (index: number) =>
    `<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>A${index}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Friend ${index}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${'for the small loan of our neighbour in the village '.repeat(5)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;
  const begin = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0011-2233-11</Id></Othr></Id></Acct>`;
  const entries = Array.from({ length: count }, (_, index) => entry(index));
  return Buffer.from(`${begin}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`);
}

/** The processes, by id, that read statements and were started by this one. */
export function readersOfThis(): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
        return parent === process.pid && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('statement-process');
      } catch {
        return false;
      }
    });
}
