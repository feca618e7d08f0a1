// Random tests draw the same values in every run, so that what fails for one person fails for all; SPILLWAY_SEED draws others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['SPILLWAY_SEED'] ?? 26) });
