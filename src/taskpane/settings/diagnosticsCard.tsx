// What to send with a report: facts as text that can be read before it is copied, and what this Excel does of what Spillway relies on.
import { useState } from 'react';
import product from '../../../package.json';
import { t } from '../../languages/t';
import { OutcomeText, Act } from '../controls/actions';
import { usePane, copyText, useAttempt, saveFile } from '../shell/usePane';
import { diagnostics, hostText } from './diagnostics';
import { checkExcel, isAsExpected, type CheckLine } from '../../excel/check/checkExcel';
import { prepareReopening } from '../../excel/check/reopening';
import { DataTable } from '../controls/dataViews';
import { plural } from '../text/words';

export function DiagnosticsCard() {
  const { runtime, gateway, now } = usePane();
  const [text, setText] = useState('');
  const { says, attempt } = useAttempt();
  const collect = async () => {
    const { engine, settings, key, cells } = runtime;
    setText(
      diagnostics({
        time: now(),
        version: product.version,
        host: hostText(),
        agent: navigator.userAgent,
        gateway: gateway.mode,
        store: settings.where,
        hasKey: key.masked() !== undefined,
        settings: settings.current(),
        state: engine.state(),
        ledger: await engine.ledger(),
        formulas: cells.uses().length,
      }),
    );
    return t('settings.collectedReadItBefore');
  };
  return (
    <div className="sw-stack">
      <p className="sw-small">{t('settings.spillwayInformationForA', { version: product.version })}</p>
      <div className="sw-row">
        <Act
          says={text ? t('settings.collectAgain') : t('settings.collect')}
          onClick={() => attempt(collect)}
        />
        {text && <Act says={t('common.copy')} onClick={() => attempt(() => copyText(text))} />}
      </div>
      <OutcomeText says={says} />
      {text && (
        <pre className="sw-diagnostics" tabIndex={0} role="region" aria-label={t('settings.diagnostics')}>
          {text}
        </pre>
      )}
    </div>
  );
}

interface Result {
  readonly spillway: string;
  readonly excel: string;
  readonly browser: string;
  readonly lines: readonly CheckLine[];
}

const summary = (lines: readonly CheckLine[]): string => {
  const compared = lines.filter(({ expected }) => expected !== undefined);
  const other = compared.filter((line) => !isAsExpected(line)).length;
  return other === 0
    ? t('settings.allChecksAreAs', { compared: compared.length })
    : t('settings.ofDifferFromWhat', { other, checks: plural(compared.length, 'check') });
};

/** Short enough for a message: what differs, then what was only measured. */
const asText = ({ spillway, excel, browser, lines }: Result): string =>
  [
    `Spillway ${spillway}, ${excel}`,
    browser,
    summary(lines),
    ...lines
      .filter((line) => !isAsExpected(line) || line.expected === undefined)
      .map(
        ({ id, expected, seen }) =>
          `${id}: ${seen}${expected === undefined ? '' : ` (expected ${expected})`}`,
      ),
  ].join('\n');

const verdict = (line: CheckLine): string =>
  line.expected === undefined
    ? t('settings.noted')
    : isAsExpected(line)
      ? t('settings.equal')
      : t('settings.differs');

/** What differs comes first. */
const inOrder = (lines: readonly CheckLine[]): readonly CheckLine[] => [
  ...lines.filter((line) => !isAsExpected(line)),
  ...lines.filter(isAsExpected),
];

export function ExcelCheckCard() {
  const { runtime } = usePane();
  const [result, setResult] = useState<Result>();
  const [done, setDone] = useState('');
  const { busy, says, attempt } = useAttempt();
  const run = async () => {
    // A calculation that the check causes must not cost anything, whatever else is in the workbook.
    const lines = await runtime.holdNew({ areas: [] }, () =>
      checkExcel((at, all) => setDone(t('settings.ofChecksDone', { at, all }))),
    );
    setResult({ spillway: product.version, excel: hostText(), browser: navigator.userAgent, lines });
    return summary(lines);
  };
  const prepare = async () =>
    t('settings.nowReopenTheWorkbook', { sheet: await runtime.holdNew({ areas: [] }, prepareReopening) });
  const save = (found: Result) =>
    saveFile('spillway-excel-check.json', `${JSON.stringify(found, null, 2)}\n`, 'application/json');
  return (
    <div className="sw-stack">
      <p className="sw-small">{t('settings.triesWhatSpillwayRelies')}</p>
      <div className="sw-row">
        <Act
          says={result ? t('common.checkAgain') : t('settings.checkThisExcel')}
          busy={busy}
          onClick={() => attempt(run)}
        />
        {result && !busy && (
          <>
            <Act says={t('settings.saveAsAFile')} onClick={() => attempt(() => save(result))} />
            <Act says={t('common.copy')} onClick={() => attempt(() => copyText(asText(result)))} />
          </>
        )}
        {!busy && <Act says={t('settings.prepareReopening')} onClick={() => attempt(prepare)} />}
      </div>
      {busy && done !== '' && <p className="sw-small">{done}</p>}
      <OutcomeText says={busy ? '' : says} />
      {result && (
        <DataTable
          label={t('settings.resultOfTheCheck')}
          head={[t('settings.check'), t('settings.result'), t('settings.seen'), t('settings.expected2')]}
          rows={inOrder(result.lines).map((line) => [line.id, verdict(line), line.seen, line.expected ?? ''])}
        />
      )}
    </div>
  );
}
