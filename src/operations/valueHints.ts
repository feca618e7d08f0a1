// Fills the long lists of the table (lateLists.ts). Imported by whatever checks values or offers them, before it does.
import { activities } from './stays/activities';
import { propertyAmenities } from './stays/propertyAmenities';
import { roomAmenities } from './stays/roomAmenities';
import { lateLists } from './stays/lateLists';

const all = { propertyAmenities, roomAmenities, activities };
for (const name of Object.keys(all) as (keyof typeof all)[])
  if (lateLists[name].length === 0) lateLists[name].push(...all[name]);
