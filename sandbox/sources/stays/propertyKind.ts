// The kinds of lodging: their number, how common they are, whether one has the place to oneself, how they are named.
import type { propertyTypes } from '../../../src/operations/stays/lists';

export type PropertyType = (typeof propertyTypes)[number];

interface Kind {
  readonly number: number;
  /** Share among ordinary lodging; 0 if only some destinations have it. */
  readonly share: number;
  readonly isHome: boolean;
  readonly isStarred: boolean;
  readonly factor: number;
  readonly name: string;
}

const kind = (number: number, share: number, factor: number, name: string, marks = ''): Kind => ({
  number,
  share,
  factor,
  name,
  isHome: marks.includes('home'),
  isStarred: marks.includes('stars'),
});

export const propertyKinds: Readonly<Record<PropertyType, Kind>> = {
  apartment: kind(201, 18, 0.95, '{} Apartment', 'home'),
  hostel: kind(203, 6, 0.35, '{} Hostel'),
  hotel: kind(204, 40, 1, 'Hotel {}', 'stars'),
  motel: kind(205, 1, 0.6, '{} Motel', 'stars'),
  resort: kind(206, 0, 1.7, '{} Resort & Spa', 'stars'),
  bed_and_breakfast: kind(208, 5, 0.8, 'B&B {}'),
  ryokan: kind(209, 0, 1.6, 'Ryokan {}', 'stars'),
  farm_stay: kind(210, 0, 0.7, '{} Farm Stay'),
  resort_village: kind(212, 0, 0.9, '{} Holiday Village', 'stars'),
  villa: kind(213, 2, 2.2, 'Villa {}', 'home'),
  campground: kind(214, 0, 0.4, 'Camping {}'),
  boat: kind(215, 0, 1.1, 'Houseboat {}'),
  guest_house: kind(216, 6, 0.7, '{} Guest House'),
  condo_hotel: kind(219, 4, 1.1, '{} Aparthotel', 'stars'),
  vacation_home: kind(220, 4, 1.3, '{} Holiday Home', 'home'),
  lodge: kind(221, 1, 0.9, '{} Lodge'),
  homestay: kind(222, 3, 0.5, '{} Homestay'),
  country_house: kind(223, 1, 1.2, '{} Country House', 'home'),
  luxury_tent: kind(224, 0, 1.2, '{} Glamping'),
  capsule_hotel: kind(225, 0, 0.35, '{} Capsule Hotel'),
  love_hotel: kind(226, 0, 0.6, 'Hotel {} (Adults)'),
  riad: kind(227, 0, 1.1, 'Riad {}'),
  chalet: kind(228, 0, 1.5, 'Chalet {}', 'home'),
  economy_hotel: kind(229, 3, 0.55, '{} Budget Hotel', 'stars'),
  cruise: kind(230, 0, 1.4, '{} River Cruise'),
  student_accommodation: kind(231, 1, 0.5, '{} Student Residence'),
};
