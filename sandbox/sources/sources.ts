// The data sources, generated from one seed, each on its first request, so that startup is instant.
import type { OperationId } from '../../src/operations';
import type { Source, Sources } from '../contract/source';
import { bizbureauSource } from './bizbureau/bizbureau';
import { hkpropertySource } from './hkproperty/hkproperty';
import { jobsboardSource } from './jobsboard/jobsboard';
import { nlretailSource } from './nlretail/nlretail';
import { ruretailSource } from './ruretail/ruretail';
import { staysSource } from './stays/stays';

function whenAsked<Id extends OperationId>(make: () => Source<Id>): Source<Id> {
  let made: Source<Id> | undefined;
  const source = () => (made ??= make());
  return {
    get size() {
      return source().size;
    },
    records: (request, context) => source().records(request, context),
  };
}

function makeSources(seed: number): Sources {
  return {
    ruretail: whenAsked(() => ruretailSource(seed)),
    hkproperty: whenAsked(() => hkpropertySource(seed)),
    bizbureau: whenAsked(() => bizbureauSource(seed)),
    nlretail: whenAsked(() => nlretailSource(seed)),
    jobsboard: whenAsked(() => jobsboardSource(seed)),
    stays: whenAsked(() => staysSource(seed)),
  };
}

let latest: { readonly seed: number; readonly sources: Sources } | undefined;

/** Sources have no state of their own, so that every sandbox with the same seed has the same ones. */
export function sourcesOf(seed: number): Sources {
  if (latest?.seed !== seed) latest = { seed, sources: makeSources(seed) };
  return latest.sources;
}
