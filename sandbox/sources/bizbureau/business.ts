// The businesses of the directory: every metropolitan area has every trade, the common ones more often.
import { Random } from '../../data/random';
import { metros, type Metro, type Town } from './metros';

/** Trade | other words people search by | how names end | how many in each metropolitan area. */
const trades = `
Roofing Contractors|roofer roofs roofing|Roofing,Roofing & Exteriors,Roof Repair,Roofing Co.|17
Plumber|plumbing plumbers drain pipes|Plumbing,Plumbing & Drain,Plumbing Services,Rooter Service|17
Electrician|electrical electricians wiring|Electric,Electrical Services,Electrical Contractors|16
Heating and Air Conditioning|hvac furnace cooling|Heating & Air,HVAC Services,Comfort Systems|16
Auto Repair|car mechanic garage|Auto Repair,Automotive,Car Care|16
General Contractor|construction builder remodeling|Construction,Builders,Contracting|14
Dentist|dental teeth orthodontist|Dental Care,Family Dentistry,Dental Group|12
Moving Companies|movers moving relocation|Moving & Storage,Movers,Relocation|12
Landscape Contractors|landscaping lawn garden|Landscaping,Lawn & Garden,Landscape Design|6
House Cleaning|cleaning maid janitorial|Cleaning Services,Maids,Clean Team|6
Painting Contractors|painter painters paint|Painting,Painters,Painting Pros|6
Window Installation|windows glass doors|Windows & Doors,Window Company|5
Kitchen Remodel|kitchens cabinets bathroom remodeling|Kitchen & Bath,Cabinets|5
Garage Doors|garage door opener|Garage Doors,Overhead Door|4
Pest Control|exterminator termite|Pest Control,Exterminating|5
Tree Service|tree removal arborist|Tree Service,Tree Care|5
Insurance Agency|insurance broker|Insurance Agency,Insurance Group|5
Real Estate Agent|realtor homes property|Realty,Real Estate Group|5
Accountant|accounting tax bookkeeping cpa|Accounting,Tax Services,CPA Group|5
Lawyers|attorney law legal|Law Firm,Attorneys at Law|5
Veterinarian|vet animal hospital pets|Animal Hospital,Veterinary Clinic|4
Restaurants|restaurant food dining|Grill,Kitchen,Bistro|4
Coffee Shop|coffee cafe espresso|Coffee Roasters,Cafe|4
Computer Repair|computers it laptop|Computer Repair,Tech Support|4
Solar Energy Contractors|solar panels energy|Solar,Solar Energy|4
Fence Contractors|fencing fence|Fence Company,Fencing|4
Swimming Pool Contractors|pools pool|Pools,Pool & Spa|4
Locksmith|locks keys|Locksmith,Lock & Key|4
Flooring|floor carpet hardwood|Flooring,Floors|4
Funeral Homes|funeral cremation|Funeral Home,Memorial Chapel|3
`
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', words = '', endings = '', share = '1'] = row.split('|');
    return { name, words, endings: endings.split(','), share: Number(share) };
  });

const beginnings =
  'Lone Star,Summit,Blue Ridge,Liberty,Precision,Golden State,Reliable,Family First,Eagle,Heritage,Northside,Capitol,Patriot,Evergreen,Cornerstone,Bright,All Season,Premier,Ace,Hometown,Red River,Sunrise,Pioneer,Keystone,Trusted,Metro,Anderson,Miller,Garcia,Nguyen,Johnson Brothers,Murphy & Sons,Rivera,Patel,Kowalski'.split(
    ',',
  );
const streets =
  'Main St,Oak Ave,Maple Dr,2nd St,Industrial Blvd,Park Rd,Cedar Ln,Highway 7,Commerce St,Lake View Dr'.split(
    ',',
  );

export interface Business {
  readonly id: string;
  readonly name: string;
  readonly trade: string;
  readonly words: string;
  readonly categories: readonly string[];
  /** Null: not rated. */
  readonly grade: string | null;
  readonly isAccredited: boolean;
  readonly score: number | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly town: Town;
  readonly metro: Metro;
  readonly latitude: number;
  readonly longitude: number;
  readonly hasImage: boolean;
}

const grades = [
  ['A+', 30],
  ['A', 14],
  ['A-', 10],
  ['B+', 8],
  ['B', 8],
  ['B-', 5],
  ['C+', 4],
  ['C', 5],
  ['C-', 3],
  ['D+', 2],
  ['D', 3],
  ['D-', 2],
  ['F', 5],
  [null, 4],
] as const satisfies readonly (readonly [string | null, number])[];

export function makeBusinesses(seed: number): Business[] {
  const businesses: Business[] = [];
  for (const metro of metros) {
    for (const [index, trade] of trades.entries()) {
      for (let n = 0; n < trade.share; n++) {
        const random = Random.of(seed, 'bizbureau', metro.bureau, trade.name, n);
        const town = random.chance(0.5) ? (metro.towns[0] as Town) : random.pick(metro.towns);
        const grade = random.weighted<string | null>(grades);
        const others = [1, 3]
          .filter(() => random.chance(0.35))
          .map((step) => trades[(index + step) % trades.length]?.name ?? '');
        businesses.push({
          id: `${metro.areaCode}-${String(90_000_000 + businesses.length * 61)}`,
          name: `${random.pick(beginnings)} ${random.pick(trade.endings)}${random.chance(0.3) ? ', LLC' : random.chance(0.2) ? ' Inc.' : ''}`,
          trade: trade.name,
          words: trade.words,
          categories: [trade.name, ...others],
          grade,
          isAccredited: grade !== null && /^[AB]/.test(grade) && random.chance(0.6),
          score: random.chance(0.8) ? Math.round(random.between(1.2, 5) * 100) / 100 : null,
          phone: random.chance(0.95)
            ? `(${metro.areaCode}) 555-${String(random.int(0, 9999)).padStart(4, '0')}`
            : null,
          address: random.chance(0.92) ? `${random.int(10, 9900)} ${random.pick(streets)}` : null,
          town,
          metro,
          latitude: town.latitude + random.between(-0.08, 0.08),
          longitude: town.longitude + random.between(-0.08, 0.08),
          hasImage: random.chance(0.4),
        });
      }
    }
  }
  return businesses;
}
