// How many random histories a model test plays. `npm test` plays the share given here, the same ones each time;
// SPILLWAY_RUNS plays as many as it says.
export const runs = (share: number): number => Number(process.env['SPILLWAY_RUNS'] ?? share);
