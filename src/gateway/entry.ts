// What `node server/gateway.mjs` runs: Node's version is checked before any code is loaded that an old Node cannot read.
import { nodeFault } from './nodeFault.mjs';

const fault = nodeFault(process.versions.node);
if (fault === undefined) void import(/* webpackChunkName: "gateway-main" */ './main');
else {
  console.error(fault);
  process.exitCode = 1;
}
