// The charts of results, loaded when the first one is made, or when the workbook has some.
export { followCharts } from './chartFollower';
export { chartResult } from './resultChart';
