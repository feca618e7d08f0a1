// The six data sources, made from one seed.
import type { Sources } from '../source';
import { bizbureauSource } from './bizbureau/bizbureau';
import { hkpropertySource } from './hkproperty/hkproperty';
import { jobsboardSource } from './jobsboard/jobsboard';
import { nlretailSource } from './nlretail/nlretail';
import { ruretailSource } from './ruretail/ruretail';
import { staysSource } from './stays/stays';

export const makeSources = (seed: number): Sources => ({
  ruretail: ruretailSource(seed),
  hkproperty: hkpropertySource(seed),
  bizbureau: bizbureauSource(seed),
  nlretail: nlretailSource(seed),
  jobsboard: jobsboardSource(seed),
  stays: staysSource(seed),
});
