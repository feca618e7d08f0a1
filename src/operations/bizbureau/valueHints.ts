// How people name the values of the business directory search.
import type { ValueHints } from '../table/operation';
import { letterGrades } from './lists';

export const bizbureauHints: ValueHints = {
  aliases: [[letterGrades, { 'A+': 'A', 'A-': 'A', 'B+': 'B', 'B-': 'B', 'C+': 'C', 'C-': 'C', E: '' }]],
};
