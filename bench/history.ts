// What a year of daily refreshes takes in the history, against the responses themselves: twenty products whose prices change
// once a week and whose stock changes every day.
import { makeDataRequest } from '../src/engine/request/dataRequest';
import { observe } from '../src/history/observation';
import { createRowHistory } from '../src/history/rowHistory';
import { createMemoryRows } from '../src/history/rows';
import { historyOf } from '../src/operations/histories';
import { against, type Measure } from './measure';

const day = 86_400_000;
const days = 365;
const products = 20;

const product = (number: number, at: number) => ({
  '@type': 'RuretailProduct',
  id: String(1_000_000 + number),
  name: `Phone ${number} with 256 GB of memory`,
  url: `https://www.ruretail.example/product/${1_000_000 + number}/`,
  brand: { '@type': 'RuretailBrandRef', id: 'b1', name: 'Brand', alias: 'brand' },
  price: 50_000 + number * 100 + Math.floor(at / 7) * 10,
  discount_percent: 10,
  is_available: true,
  rating: 4.5,
  opinion_count: 120,
  stock_in_stores: (number * 7 + at * 3) % 50,
  key_properties: [{ '@type': 'RuretailProperty', name: 'Memory', value: '256', measure: 'GB' }],
});

export async function historyMeasures(): Promise<Measure[]> {
  const history = createRowHistory(createMemoryRows());
  const { operation, key, params, count } = makeDataRequest('ruretail', { query: 'phone', count: products });
  let plain = 0;
  for (let at = 0; at < days; at += 1) {
    const records = Array.from({ length: products }, (_, number) => product(number, at));
    plain += JSON.stringify(records).length;
    const time = Date.UTC(2026, 0, 1) + at * day;
    await history.append([observe({ operation, request: key, params, asked: count, at: time, records })]);
  }
  const { bytes } = await history.size();
  const observations = days * products * historyOf(operation).followed.length;
  return [
    against('history: bytes of a year of daily refreshes, against the responses', bytes, plain, 0.15),
    against('history: bytes of an observation, against 8 of a bare number', bytes / observations, 8, 1),
  ];
}
