// What a stay costs and whether it can be had: season, weekend, the day's own twitch, and who comes along.
import type { OperationRequest } from '../../../src/operations';
import { dayOfIso, drift, isoDay } from '../../data/day';
import { fraction } from '../../data/random';
import { exchanged, rounded, type Currency } from './exchange';
import type { Hotel } from './hotel';

export interface Stay {
  readonly checkin: number;
  readonly nights: number;
  readonly adults: number;
  readonly children: number;
  readonly rooms: number;
  readonly currency: Currency;
  readonly today: number;
}

/** Defaults the document does not give: two adults, one room, euros. */
export function stayOf(request: OperationRequest<'stays'>, today: number): Stay {
  const checkin = dayOfIso(request.checkin ?? '');
  return {
    checkin,
    nights: dayOfIso(request.checkout ?? '') - checkin,
    adults: request.adults ?? 2,
    children: request.children_ages?.length ?? 0,
    rooms: request.rooms ?? 1,
    currency: request.currency ?? 'EUR',
    today,
  };
}

export interface Offer {
  /** Null when sold out. */
  readonly perNight: number | null;
  readonly total: number | null;
  readonly beforeDiscount: number | null;
  readonly excluded: number | null;
  readonly freeCancellationUntil: string | null;
  readonly roomsLeft: number | null;
}

/** Whether the party fits at all: in a home together, in a hotel spread over its rooms. */
export function fits({ room }: Hotel, { adults, children, rooms }: Stay): boolean {
  const people = adults + children;
  return room.isHome
    ? people <= room.capacity && rooms <= Math.max(1, room.bedrooms ?? 1)
    : Math.ceil(people / rooms) <= room.capacity;
}

export function offerOf(seed: number, hotel: Hotel, stay: Stay): Offer {
  const { currency, nights, checkin } = stay;
  // Some are full from the start; others sell their last room now and then, and get it back.
  const isFull = fraction(seed, hotel.id, 'sold', checkin) < 0.07;
  const isSoldOut = isFull || fraction(seed, hotel.id, 'last', checkin, Math.floor(stay.today / 2)) < 0.015;
  const until = checkin - 1 - Math.floor(fraction(seed, hotel.id, 'until') * 4);
  const freeCancellationUntil =
    hotel.isFlexible && !isSoldOut && until >= stay.today ? `${isoDay(until)}T23:59:00Z` : null;
  if (isSoldOut) {
    return {
      perNight: null,
      total: null,
      beforeDiscount: null,
      excluded: null,
      freeCancellationUntil,
      roomsLeft: 0,
    };
  }
  const euros =
    hotel.basePrice *
    calendar(checkin, nights) *
    party(hotel, stay) *
    drift(seed, hotel.id, stay.today, 0.04);
  const perNight = Math.max(exchanged(euros, currency), exchanged(5, currency));
  const total = rounded(perNight * nights, currency);
  const discount = fraction(seed, hotel.id, 'discount', checkin);
  const tax = hotel.destination.taxPerPersonNight;
  const scarce = fraction(seed, hotel.id, 'left', checkin);
  return {
    perNight,
    total,
    beforeDiscount: discount < 0.3 ? rounded(total / (0.95 - discount), currency) : null,
    excluded: tax === null ? null : exchanged(tax * stay.adults * nights, currency),
    freeCancellationUntil,
    roomsLeft: scarce < 0.25 ? 1 + Math.floor(scarce * 20) : null,
  };
}

/** Summer and December cost more, as do Friday and Saturday nights; a very long stay is priced by its first 60 nights. */
function calendar(checkin: number, nights: number): number {
  const counted = Math.min(nights, 60);
  let sum = 0;
  for (let night = 0; night < counted; night++) {
    const date = new Date((checkin + night) * 86_400_000);
    const month = date.getUTCMonth();
    const weekday = date.getUTCDay();
    const season = [0.82, 0.84, 0.93, 1.02, 1.08, 1.15, 1.22, 1.2, 1.08, 1, 0.88, 1.05][month] ?? 1;
    sum += season * (weekday === 5 || weekday === 6 ? 1.18 : 1);
  }
  return sum / counted;
}

function party({ room }: Hotel, { adults, children, rooms }: Stay): number {
  if (room.isHome) return 1 + 0.06 * Math.max(0, adults + children - 2);
  const more = Math.max(0, Math.ceil(adults / rooms) - 2);
  return rooms * (1 + 0.24 * more + 0.1 * (children / rooms)) * (adults === 1 ? 0.88 : 1);
}
