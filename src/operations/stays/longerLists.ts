// Closed lists of the lodging search that are loaded with the code that checks or offers their values (lateLists.ts).

export const propertyTypes = [
  'apartment',
  'hostel',
  'hotel',
  'motel',
  'resort',
  'bed_and_breakfast',
  'ryokan',
  'farm_stay',
  'resort_village',
  'villa',
  'campground',
  'boat',
  'guest_house',
  'condo_hotel',
  'vacation_home',
  'lodge',
  'homestay',
  'country_house',
  'luxury_tent',
  'capsule_hotel',
  'love_hotel',
  'riad',
  'chalet',
  'economy_hotel',
  'cruise',
  'student_accommodation',
] as const;

export const propertyAccessibility = [
  'toilet_with_grab_rails',
  'raised_toilet',
  'lowered_sink',
  'bathroom_emergency_cord',
  'visual_aids_braille',
  'visual_aids_tactile_signs',
  'auditory_guidance',
] as const;

export const roomAccessibility = [
  'ground_floor_unit',
  'upper_floors_by_elevator',
  'entire_unit_wheelchair_accessible',
  'toilet_with_grab_rails',
  'adapted_bath',
  'roll_in_shower',
  'walk_in_shower',
  'raised_toilet',
  'lower_sink',
  'bathroom_emergency_cord',
  'shower_chair',
] as const;
