// What a formula from outside may do: compute, refer to cells of this workbook, and call Spillway. Templates and the formulas
// kept in a frozen workbook can come from anyone, so what is not on the list is not written: functions that reach outside
// (WEBSERVICE, HYPERLINK, CALL), that refer to any place (INDIRECT, OFFSET) or that change by themselves and so could ask for
// new data each time (RAND, NOW, TODAY); links to other workbooks; DDE; names, which can stand for any of these.
import { functionNames } from '../../operations/functionNames';

const longest = 8_192;

const computing = `
ABS ACOS AND ARRAYTOTEXT ASIN ATAN ATAN2 AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS CEILING CEILING.MATH CHAR CHOOSE CHOOSECOLS
CHOOSEROWS CLEAN CODE COLUMN COLUMNS CONCAT CONCATENATE CORREL COS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS DATE DATEDIF
DATEVALUE DAY DAYS DAYS360 DEGREES DROP EDATE EOMONTH ERROR.TYPE EVEN EXACT EXP EXPAND FALSE FIELDVALUE FILTER FIND FIXED FLOOR FLOOR.MATH
FORECAST.LINEAR FREQUENCY GEOMEAN GROWTH HLOOKUP HOUR HSTACK IF IFERROR IFNA IFS INDEX INT INTERCEPT ISBLANK ISERR ISERROR ISEVEN
ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISOWEEKNUM ISTEXT LARGE LEFT LEN LINEST LN LOG LOG10 LOOKUP LOWER MATCH MAX MAXA MAXIFS
MEDIAN MID MIN MINA MINIFS MINUTE MOD MODE MODE.SNGL MONTH MROUND N NA NETWORKDAYS NETWORKDAYS.INTL NOT NUMBERVALUE ODD OR PERCENTILE
PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.INC PI PMT POWER PRODUCT PROPER PV QUARTILE QUARTILE.EXC QUARTILE.INC QUOTIENT RADIANS
RANK RANK.AVG RANK.EQ REPLACE REPT RIGHT ROUND ROUNDDOWN ROUNDUP ROW ROWS RSQ SEARCH SECOND SEQUENCE SIGN SIN SINGLE SLOPE
SMALL SORT SORTBY SQRT STANDARDIZE STDEV STDEV.P STDEV.S SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SWITCH T TAKE TAN TEXT
TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TIME TIMEVALUE TOCOL TOROW TRANSPOSE TRIM TRIMMEAN TRUE TRUNC TYPE UNICHAR UNICODE UNIQUE
UPPER VALUE VALUETOTEXT VAR VAR.P VAR.S VLOOKUP VSTACK WEEKDAY WEEKNUM WORKDAY WORKDAY.INTL WRAPCOLS WRAPROWS XLOOKUP XMATCH
XOR YEAR YEARFRAC`;

const allowed = new Set([...computing.trim().split(/\s+/), ...functionNames]);

/** The name of a Spillway function without the prefix of a development build; other names as they are. */
const bareName = (name: string): string => {
  const upper = name.toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, '');
  return functionNames.find((own) => upper === own || upper.endsWith(`.${own}`)) ?? upper;
};

const piece = new RegExp(
  [
    String.raw`(?<text>"(?:[^"]|"")*")`,
    String.raw`(?<quoted>'(?:[^']|'')*'!)`,
    String.raw`(?<called>[\p{L}_][\p{L}\p{N}_.]*)\s*\(`,
    String.raw`(?<sheet>[\p{L}_][\p{L}\p{N}_.]*)!`,
    String.raw`(?<cell>\$?[A-Za-z]{1,3}\$?\d{1,7}(?![\p{L}\p{N}_.]))`,
    String.raw`(?<span>\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\p{L}\p{N}_.])|\$?\d{1,7}:\$?\d{1,7})`,
    String.raw`(?<flag>(?:TRUE|FALSE)(?![\p{L}\p{N}_.(]))`,
    String.raw`(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_]))`,
    String.raw`(?<sign>[-+*/^&=<>%,;:(){}@#\s])`,
  ].join('|'),
  'uy',
);

/** Why a formula from outside is not written, in words that follow "it"; undefined if it may be. */
export function formulaProblem(formula: string): string | undefined {
  if (!formula.startsWith('=')) return 'is not a formula';
  if (formula.length > longest) return 'is too long';
  for (let at = 1; at < formula.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const found = piece.exec(formula)?.groups;
    if (!found) return strange(formula.slice(at));
    const { called, quoted } = found;
    if (called !== undefined && !allowed.has(bareName(called)))
      return `uses ${called.toUpperCase().slice(0, 40)}`;
    if (quoted !== undefined && /[\\/?*[\]:]/.test(quoted)) return 'refers to another workbook';
  }
  return undefined;
}

function strange(rest: string): string {
  if (/^[[\]\\]/.test(rest)) return 'refers to another workbook or to a table';
  if (rest.startsWith('|')) return 'refers to another program';
  const name = /^[\p{L}_][\p{L}\p{N}_.]*/u.exec(rest)?.[0];
  return name === undefined ? 'cannot be read' : `uses the name ${name.slice(0, 40)}`;
}
