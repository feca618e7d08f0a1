// The room or home a property offers: beds, size and how many people fit.
import type { bedTypes } from '../../../src/operations/stays/lists';
import type { Random } from '../../data/random';
import type { PropertyType } from './propertyKind';

type BedType = (typeof bedTypes)[number];

export interface Room {
  readonly id: number;
  readonly name: string;
  readonly bedrooms: number | null;
  readonly bathrooms: number;
  readonly beds: number;
  readonly kitchens: number;
  readonly livingRooms: number;
  /** Square metres. */
  readonly area: number | null;
  readonly bedType: BedType;
  /** People in one room, or in the whole home. */
  readonly capacity: number;
  readonly isHome: boolean;
  readonly factor: number;
}

const bedNames: Readonly<Record<BedType, string>> = {
  twin_beds: 'Twin Room',
  double_bed: 'Double Room',
  queen_bed: 'Queen Room',
  king_bed: 'King Room',
};

const numbers = ['Studio', 'One-Bedroom', 'Two-Bedroom', 'Three-Bedroom', 'Four-Bedroom', 'Five-Bedroom'];

export function roomOf(type: PropertyType, isHome: boolean, random: Random): Room {
  const id = random.int(100_000, 9_999_999);
  const bedType = random.weighted<BedType>([
    ['double_bed', 40],
    ['twin_beds', 22],
    ['queen_bed', 20],
    ['king_bed', 18],
  ]);
  if (isHome) {
    const bedrooms = random.weighted([
      [0, 15],
      [1, 35],
      [2, 28],
      [3, 14],
      [4, 6],
      [5, 2],
    ]);
    const beds = Math.max(1, bedrooms + random.int(0, 2));
    return {
      id,
      name: bedrooms === 0 ? 'Studio' : `${numbers[bedrooms]} ${type === 'apartment' ? 'Apartment' : 'Home'}`,
      bedrooms,
      bathrooms: Math.max(1, Math.floor(bedrooms * 0.7)),
      beds,
      kitchens: random.chance(0.92) ? 1 : 0,
      livingRooms: bedrooms > 0 ? 1 : 0,
      area: random.chance(0.9) ? 24 + bedrooms * 22 + random.int(0, 20) : null,
      bedType,
      capacity: beds * 2,
      isHome,
      factor: 0.8 + bedrooms * 0.35,
    };
  }
  const shared = type === 'hostel' || type === 'capsule_hotel';
  const beds = shared
    ? 1
    : bedType === 'twin_beds'
      ? 2
      : random.weighted([
          [1, 75],
          [2, 25],
        ]);
  const grade = random.pick(['', 'Standard ', 'Superior ', 'Deluxe ', 'Family ']);
  return {
    id,
    name: shared ? `Bed in ${random.pick([4, 6, 8])}-Bed Dormitory Room` : `${grade}${bedNames[bedType]}`,
    bedrooms: shared ? null : 1,
    bathrooms: shared ? 0 : 1,
    beds,
    kitchens: type === 'condo_hotel' || random.chance(0.05) ? 1 : 0,
    livingRooms: random.chance(0.1) ? 1 : 0,
    area: random.chance(0.75) ? random.int(12, 48) : null,
    bedType,
    capacity: shared ? 4 : beds + random.int(1, 2),
    isHome,
    factor: grade === 'Deluxe ' ? 1.25 : grade === 'Superior ' ? 1.1 : 1,
  };
}
