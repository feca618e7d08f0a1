// The flats that have a valuation. Every estate has tower 1, floor 12, flat B, whatever the seed: samples rest on it.
import { Random } from '../../data/random';
import { estates, type Estate } from './estates';

export interface Unit {
  /** `TKS-01-12-B`: estate, tower, floor, flat. */
  readonly reference: string;
  readonly estate: Estate;
  readonly tower: number;
  readonly floor: number;
  readonly flat: string;
  /** Saleable, in square feet. */
  readonly area: number;
  /** The flat's value relative to the estate: floor, view, condition. */
  readonly quality: number;
}

export const referenceForm = /^[A-Z]{3}-\d{2}-\d{2}-[A-H]$/;

const flatsOfEstate = 14;
const letters = [...'ABCDEFGH'];
const two = (n: number) => String(n).padStart(2, '0');

export function makeUnits(seed: number): Map<string, Unit> {
  const units = new Map<string, Unit>();
  for (const estate of estates) {
    const random = Random.of(seed, 'hkproperty', estate.code);
    let [tower, floor, flat] = [1, 12, 'B'];
    for (let made = 0; made < flatsOfEstate;) {
      const reference = `${estate.code}-${two(tower)}-${two(floor)}-${flat}`;
      if (!units.has(reference)) {
        const area = random.int(24, 128) * 10 + random.int(0, 9);
        const quality = random.between(0.9, 1.1) + (floor - 20) * 0.002;
        units.set(reference, { reference, estate, tower, floor, flat, area, quality });
        made += 1;
      }
      tower = random.int(1, Math.min(estate.towers, 60));
      floor = random.int(2, 45);
      flat = random.pick(letters);
    }
  }
  return units;
}
