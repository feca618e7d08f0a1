// The sentences about a result as one piece of code that is loaded when the first of them is needed.
export { cellFault } from './cellError';
export { ignoredFilters } from '../../operations/check/ignoredFilters';
