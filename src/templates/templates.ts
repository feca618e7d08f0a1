// Every template, in the order of the cards.
import { assortmentCheck } from './assortmentCheck';
import { employerProfiles } from './employerProfiles';
import { priceMonitors } from './priceMonitor';
import { supplierList } from './supplierList';
import type { Template } from './template';
import { tripPlanner } from './tripPlanner';
import { valuationComparison } from './valuationComparison';

export const templates: readonly Template[] = [
  ...priceMonitors,
  valuationComparison,
  tripPlanner,
  supplierList,
  employerProfiles,
  assortmentCheck,
];
