// Fills the long lists of the table (lateLists.ts). Imported by whatever checks values or offers them, before it does.
import { activities } from './enumerations/activities';
import { propertyAmenities } from './enumerations/propertyAmenities';
import { roomAmenities } from './enumerations/roomAmenities';
import { lateLists } from './lateLists';

const all = { propertyAmenities, roomAmenities, activities };
for (const name of Object.keys(all) as (keyof typeof all)[])
  if (lateLists[name].length === 0) lateLists[name].push(...all[name]);
