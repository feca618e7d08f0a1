// What the history needs to know of each operation. Beside the table but loaded later than it.
import type { OperationId, Operations } from '.';
import { bizbureauHistory } from './bizbureau/history';
import { hkpropertyHistory } from './hkproperty/history';
import { jobsboardHistory } from './jobsboard/history';
import { nlretailHistory } from './nlretail/history';
import { ruretailHistory } from './ruretail/history';
import { staysHistory } from './stays/history';
import type { HistoryFacts, HistoryFactsOf } from './table/history';

export const histories: { readonly [Id in OperationId]: HistoryFactsOf<Operations[Id]> } = {
  ruretail: ruretailHistory,
  hkproperty: hkpropertyHistory,
  bizbureau: bizbureauHistory,
  nlretail: nlretailHistory,
  jobsboard: jobsboardHistory,
  stays: staysHistory,
};

export const historyOf = (id: OperationId): HistoryFacts => histories[id];
