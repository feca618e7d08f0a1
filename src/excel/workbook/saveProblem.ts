// Why a filter set was not saved, in as few bytes as a formula may load; checkedSet.ts has the sentences.
export const notSaved = 'not saved';
export const notRead = 'not read';
