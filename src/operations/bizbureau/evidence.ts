// What records of the business directory show of the filters whose wire names are assumed.
import { letterGrades } from './lists';
import type { OperationEvidence } from '../table/evidence';

export const bizbureauEvidence = {
  rating: { kind: 'grade', field: 'bbb_rating', grades: letterGrades },
  radius: { kind: 'none' },
} as const satisfies OperationEvidence;
